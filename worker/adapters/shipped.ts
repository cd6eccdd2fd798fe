import type { Deps } from "../../app/lib/deps";

/** Files of public/, by the binding of the file server. */
export const createShipped =
  (assets: Pick<Fetcher, "fetch">): Deps["shipped"] =>
  async (path) => {
    const response = await assets.fetch(`https://assets.invalid${path}`);
    if (!response.ok) throw new Error(`No file at ${path}: ${response.status}`);
    return response;
  };
