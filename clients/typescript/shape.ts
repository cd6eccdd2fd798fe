/** Texts and examples of a description, which change no type. */
const SAID = new Set(["description", "summary", "example", "examples", "title"]);

/** A description with its types alone. */
export function withoutTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutTexts);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([name, value]) => !(SAID.has(name) && typeof value !== "object"),
  );
  // Examples are objects too, and the contact is the address of the product that answers.
  return Object.fromEntries(
    kept
      .filter(([name]) => name !== "example" && name !== "contact")
      .map(([name, value]) => [name, withoutTexts(value)]),
  );
}

/** SHA-256 of what a description says of types: equal as long as the generated client fits. */
export async function shapeOf(description: object): Promise<string> {
  const text = JSON.stringify(withoutTexts(description));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
