import { callMascot } from "~/components/hodhod/mascot-loader";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toast";
import { useUx } from "~/ui/ux";
import type { DemoText } from "./demo-view";

/** Brings the dismissed mascot back, unless reduced motion is preferred. */
export function DemoMascot({ text }: { text: DemoText["mascot"] }) {
  const show = useToast();
  const { mascot } = useUx();
  return (
    <Button
      variant="default"
      onClick={() => (mascot.enabled && callMascot()) || show({ kind: "info", text: text.stays })}
    >
      {text.call}
    </Button>
  );
}
