import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";

export const handle = resourceRoute({ permission: null, budget: "constant" });

/** robots.txt (RFC 9309): allows everything except the API and paths that only change settings. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    "Allow: /",
    "Disallow: /api/",
    `Disallow: ${paths.preferences()}`,
    "",
    `Sitemap: ${new URL(paths.sitemap(), context.origin).href}`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
