import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { paths } from "~/lib/paths";

/** Everything may be read but the API and what only changes a reader's settings (RFC 9309). */
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
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
