export * from "./authoring";
export * from "./cities";
export * from "./collections";
export * from "./events";
export * from "./media";
export * from "./platform";
export * from "./sessions";
export * from "./users";
