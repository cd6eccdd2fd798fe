import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { Link } from "./link";

let location = { search: "" };
vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useLocation: () => location,
}));

describe("a page of many links", () => {
  const drawn = (paths: string[]) => {
    location = { search: "" };
    const html = renderToStaticMarkup(
      paths.map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      )),
    );
    return [...html.matchAll(/<a data-discover="true" href="([^"?]*)/g)].map(([, path]) => path);
  };

  it("discovers the routes of fewer than are answered, of the first ones", () => {
    const paths = Array.from({ length: 300 }, (_, at) => `/cities/${at}`);
    expect(drawn(paths)).toEqual(paths.slice(0, 100));
    // The next page begins anew.
    expect(drawn(paths.slice(250))).toEqual(paths.slice(250));
  });

  it("counts a path once", () => {
    const paths = Array.from({ length: 300 }, (_, at) => `/events?from=${at}`);
    expect(drawn([...paths, "/cities"])).toHaveLength(301);
  });
});
