import { Server } from "partyserver";
import { encode, type ServerMessage } from "./protocol";

/** Everyone who looks at a city's page. Public and receive-only: what a client sends is ignored. */
export class CityRoom extends Server<Env> {
  static override options = { hibernate: true };

  /** Sends to all listeners and answers how many there were. Called by the Worker over RPC. */
  async announce(message: ServerMessage): Promise<number> {
    this.broadcast(encode(message));
    return [...this.getConnections()].length;
  }
}
