declare namespace Cloudflare {
  interface Env extends globalThis.Env {
    TEST_MIGRATIONS?: import("@cloudflare/vitest-plugin").D1Migration[];
  }
}
