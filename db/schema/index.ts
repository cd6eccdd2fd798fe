export * from "./cities";
export * from "./events";
export * from "./media";
export * from "./platform";
export * from "./sessions";
export * from "./users";
