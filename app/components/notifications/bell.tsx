import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import { useViewer } from "../viewer";
import type { BellProps } from "./viewer-bell";
// Here too, so that the bell has its styles without a script.
import "./bell.module.css";

const { prepare, Part } = lazyPart<BellProps>(
  "bell",
  async () => (await import("./viewer-bell")).ViewerBell,
);

export const prepareBell = prepare;

/** The bell of a signed-in user; visitors without an account load none of it. */
export function Bell() {
  const viewer = useViewer();
  return (
    viewer && (
      <Suspense>
        <Part viewer={viewer} />
      </Suspense>
    )
  );
}
