import { htmlFaults } from "./html-faults";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, test } from "./people";

for (const locale of LOCALES)
  for (const { path, role } of CHECKED)
    test.describe(role ?? "everyone", () => {
      test.use({ role });
      test(`the HTML of ${path} in ${locale} is valid`, async ({ request }) => {
        const response = await request.get(await addressOf(path, locale, request));
        expect(await htmlFaults(await response.text())).toEqual([]);
      });
    });
