/** Connections at a time: a Worker may have six open. */
export const CONNECTIONS = 5;
