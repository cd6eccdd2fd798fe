import { MutationCache, QueryClient } from "@tanstack/react-query";
import { MINUTE } from "../dates/durations";
import type { ReportedError } from "./report-errors";

/**
 * TanStack Query as product.md §9 requires: fresh 5 min, kept 10, one retry for queries, none for
 * mutations.
 */
export function createQueryClient(
  onMutationError: (error: unknown, context: string) => ReportedError,
): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const { message, context } = onMutationError(
          error,
          String(mutation.options.mutationKey?.[0] ?? "mutation"),
        );
        console.error(`${context}: ${message}`);
      },
    }),
    defaultOptions: {
      // Offline calls fail immediately with a message instead of waiting.
      queries: {
        networkMode: "always",
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        retry: 1,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: "always", retry: 0 },
    },
  });
}
