import createClient, { type ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths };
export type RooydadEvent = components["schemas"]["Event"];
export type RooydadCity = components["schemas"]["City"];

interface RooydadOptions extends Pick<ClientOptions, "fetch"> {
  /** Where the product is, such as https://rooydad.example. */
  origin: string;
  /** An API key (`rd_…`); what is public needs none. */
  key?: string;
}

/** A client of the API, typed by its description. */
export const createRooydad = ({ origin, key, ...options }: RooydadOptions) =>
  createClient<paths>({
    ...options,
    baseUrl: `${origin}/api/v1`,
    // Categories and traits are repeated: `category=Concert&category=Talk`.
    querySerializer: { array: { style: "form", explode: true } },
    ...(key && { headers: { Authorization: `Bearer ${key}` } }),
  });
