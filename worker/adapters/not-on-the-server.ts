/** Stands in the Worker for packages that only browsers run (remix.config.ts). */
export default class NotOnTheServer {
  constructor() {
    throw new Error("This runs in browsers alone.");
  }
}
