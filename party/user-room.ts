import { type Connection, Server } from "partyserver";
import { encode } from "./protocol";

/**
 * One person's own room. Nobody can be authenticated before there are accounts, so it admits nobody:
 * the Worker refuses the upgrade, and the room itself closes whatever reaches it some other way.
 */
export class UserRoom extends Server<Env> {
  static override options = { hibernate: true };

  override onConnect(connection: Connection): void {
    connection.send(encode({ type: "error", code: "unauthorized", message: "Sign in to listen here." }));
    connection.close(4401, "unauthorized");
  }
}
