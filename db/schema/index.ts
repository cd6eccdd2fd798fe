export * from "./cities";
export * from "./events";
