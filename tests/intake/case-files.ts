/** The case files as they are, by name, in base64: some are no UTF-8. */
const FILES: Record<string, string> = import.meta.glob("./cases/**/*.{ics,html,json,xml,txt}", {
  query: "?url&inline",
  import: "default",
  eager: true,
});

/** The bytes of a case file. */
export function caseBytes(name: string): Uint8Array {
  const data = FILES[`./cases/${name}`];
  if (data === undefined) throw new Error(`There is no case file ${name}.`);
  return Uint8Array.from(atob(data.slice(data.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
}
