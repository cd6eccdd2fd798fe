/** Stands for zod, which a dependency of hono-openapi would load for schemas of zod's: ours are valibot's (wrangler.toml). */
export {};
