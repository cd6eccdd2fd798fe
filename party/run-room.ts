import { type Connection, Server } from "partyserver";

interface Listener {
  /** Until when what the Worker has found out about whoever listens holds, epoch ms. */
  until: number;
}

/** After so long, ms, a listener has to come by the Worker again: their role may have changed. */
const TRUSTED = 600_000;

/** Those who watch a run of ingestion. The Worker lets in whoever may manage ingestion, and nobody else. Receive-only. */
export class RunRoom extends Server<Env> {
  static override options = { hibernate: true };

  override onConnect(connection: Connection<Listener>): void {
    connection.setState({ until: Date.now() + TRUSTED });
  }

  /** Tells everybody who watches. Called by the Worker over RPC. */
  async announce(message: { type: "run:changed"; runId: string }): Promise<void> {
    const text = JSON.stringify(message);
    for (const connection of this.getConnections<Listener>())
      if ((connection.state?.until ?? 0) > Date.now()) connection.send(text);
      // The client comes again by itself (1012: service restart).
      else connection.close(1012, "come again");
  }
}
