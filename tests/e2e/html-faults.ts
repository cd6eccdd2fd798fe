import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React's attribute syntax: closed void elements, `charSet` in the case of its property.
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Mantine writes style attributes and redundant roles.
    "no-inline-style": "off",
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    "require-sri": "off",
    "tel-non-breaking": "off",
  },
});

/** Faults of a document with their positions. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  // Parsers and the validator accept it.
  const after = html.slice(html.lastIndexOf("</html>") + "</html>".length).trim();
  const late = after === "" ? [] : [`content after </html>: ${after.slice(0, 80)}`];
  const found = report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) =>
        `${ruleId}: ${message} (${line}:${column} ${selector})`,
    ),
  );
  return [...late, ...found];
}
