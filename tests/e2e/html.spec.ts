import { HtmlValidate } from "html-validate";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, test } from "./people";

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React writes attributes its own way: void elements closed, `charSet` in the case of its property.
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Mantine writes style attributes, and marks roles it also has by element.
    "no-inline-style": "off",
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    "require-sri": "off",
    "tel-non-breaking": "off",
  },
});

for (const locale of LOCALES)
  for (const { path, role } of CHECKED)
    test.describe(role ?? "everyone", () => {
      test.use({ role });
      test(`the HTML of ${path} in ${locale} is valid`, async ({ request }) => {
        const response = await request.get(await addressOf(path, locale, request));
        const report = await validator.validateString(await response.text());
        expect(
          report.results.flatMap(({ messages }) =>
            messages.map(({ ruleId, message, line, column, selector }) => `${ruleId}: ${message} (${line}:${column} ${selector})`),
          ),
        ).toEqual([]);
      });
    });
