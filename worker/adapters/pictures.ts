import type { Pictures } from "../../app/lib/deps";
import { describeError, log } from "../../app/lib/runtime/log";

/**
 * The second Worker by its binding. Where it is missing or fails, pictures keep their size and have
 * no copies, and a card is an error.
 */
export function createPictures(service: Env["PICTURES"]): Pictures {
  const ask = async <T>(question: (pictures: Pictures) => Promise<T>): Promise<T> => {
    if (!service) throw new Error("The binding PICTURES is missing.");
    return question(service);
  };
  const orNone = <T>(question: (pictures: Pictures) => Promise<T | null>): Promise<T | null> =>
    ask(question).catch((error: unknown) => {
      log("warn", "picture.service-failed", describeError(error));
      return null;
    });
  return {
    shrink: (picture, side) => orNone((pictures) => pictures.shrink(picture, side)),
    copies: (picture, widths, isTurned) =>
      orNone((pictures) => pictures.copies(picture, widths, isTurned)),
    drawCard: (drawing) => ask((pictures) => pictures.drawCard(drawing)),
  };
}
