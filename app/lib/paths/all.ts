export * from "./site";
export * from "./staff";
