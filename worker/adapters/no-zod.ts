/**
 * Replaces zod, which a dependency of hono-openapi would load; our schemas are valibot's
 * (wrangler.toml).
 */
export {};
