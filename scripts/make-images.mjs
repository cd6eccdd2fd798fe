import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { chromium } from "playwright";
import { ensureChromium } from "./set-up/chromium.mjs";

/**
 * Draws the PNGs of public/ from our SVG: home screen icons, link previews (Open Graph) in each
 * language, and posters for the sample events (db/seed/sample-pictures.json). Run it after a change of the mark, the
 * city pictures or the tagline; its output is committed. With names (`og-en.png`), it draws only
 * those.
 */
const OPEN_GRAPH = { width: 1200, height: 630 };
const POSTER = { width: 900, height: 1273 };
const SAMPLE_PICTURES = JSON.parse(readFileSync("db/seed/sample-pictures.json", "utf8"));
const CITIES = {
  en: "Tehran, Isfahan, Shiraz, Toronto, London, Berlin",
  fa: "تهران، اصفهان، شیراز، تورنتو، لندن، برلین",
};

const text = (path) => readFileSync(path, "utf8");
const dataUrl = (type, content) => `data:${type};base64,${Buffer.from(content).toString("base64")}`;

/**
 * The product's own drawing code: TypeScript without extensions, which Node alone does not resolve.
 */
async function drawing() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export { cityScape } from "./app/modules/cities/skyline/city-scape"; export { COVER_PALETTES } from "./app/lib/drawing/cover-palettes"',
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  return import(dataUrl("text/javascript", outputFiles[0].contents));
}

/**
 * The mark on lapis to the very edge: systems round the corners themselves, and the mark stays within the
 * circle that every mask leaves.
 */
function iconPage() {
  const svg = text("public/favicon.svg").replace(/ rx="\d+"/, "");
  return `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`;
}

function fontFaces() {
  return ["arabic", "latin"]
    .map((script) => {
      const font = dataUrl(
        "font/woff2",
        readFileSync(`public/fonts/vazirmatn-${script}-wght-normal.woff2`),
      );
      const range =
        script === "arabic"
          ? "U+0600-06FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFC"
          : "U+0000-00FF, U+2000-200B, U+2010-206F";
      return `@font-face { font-family: Vazirmatn; src: url(${font}); font-weight: 100 900; unicode-range: ${range} }`;
    })
    .join("\n");
}

/** The name and the tagline beside one lit arch, a door into a city. */
function openGraphPage(locale, cityScape) {
  const { tagline } = JSON.parse(text(`app/locales/${locale}/common.json`));
  const arch = /--rd-arch: (url\(".*?"\));/.exec(text("app/styles/tokens.css"))[1];
  const box = { en: "0 0 235.59 52", fa: "0 0 184.88 52" }[locale];
  const persian = locale === "fa";
  return `<!doctype html><html lang="${locale}" dir="${persian ? "rtl" : "ltr"}"><style>
    ${fontFaces()}
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #0F1D3D; color: #FBF8F3; font-family: Vazirmatn }
    main { position: absolute; inset-inline-start: 84px; inset-block: 0; width: 600px; display: grid; align-content: center; gap: 34px }
    .logo { height: ${persian ? 84 : 72}px; justify-self: start }
    h1 { margin: 0; font-size: ${persian ? 50 : 52}px; font-weight: 700; line-height: ${persian ? 1.6 : 1.2}; letter-spacing: ${persian ? 0 : "-0.022em"}; text-wrap: balance }
    p { margin: 0; font-size: 25px; line-height: 1.6; color: #B2C3E2 }
    .arch { position: absolute; inset-inline-end: 84px; bottom: 0; width: 372px; height: 566px; -webkit-mask: ${arch} center / 100% 100% no-repeat; mask: ${arch} center / 100% 100% no-repeat }
    .arch img { width: 100%; height: 100%; object-fit: cover; object-position: 50% 100% }
  </style><body>
    <svg hidden style="display:none">${text("app/components/shell/logo.svg").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")}</svg>
    <main><svg class="logo" viewBox="${box}"><use href="#${locale}"/></svg><h1>${tagline}</h1><p>${CITIES[locale]}</p></main>
    <div class="arch"><img src="${dataUrl("image/svg+xml", cityScape(persian ? "isfahan" : "tehran", 0.8))}"></div>
  </body></html>`;
}

/** A typical organizer's poster: portrait, with its content at one end. */
function posterPage(drawn) {
  return `<style>body { margin: 0 } svg { display: block }</style><svg xmlns="http://www.w3.org/2000/svg" width="900" height="1273">${drawn}</svg>`;
}

/** A tower over waves of sound; its foot matters. */
const TOWER = `<rect width="900" height="1273" fill="#16294F"/>
  ${[0, 1, 2, 3, 4, 5].map((ring) => `<circle cx="450" cy="930" r="${180 + ring * 130}" fill="none" stroke="#E0A83C" stroke-width="10" opacity="${0.9 - ring * 0.14}"/>`).join("")}
  <path d="M180 1150 Q400 900 405 520 L495 520 Q500 900 720 1150 L600 1150 Q560 960 450 940 Q340 960 300 1150 Z" fill="#FBF8F3"/>
  <rect x="0" y="1150" width="900" height="123" fill="#B5483A"/>`;

/** A moon over a screen among trees; the moon matters. */
const MOON = `<rect width="900" height="1273" fill="#0F3D3A"/><circle cx="450" cy="300" r="210" fill="#F2D58A"/><circle cx="530" cy="250" r="180" fill="#0F3D3A"/>
  <rect x="150" y="700" width="600" height="340" rx="14" fill="#FBF8F3"/><rect x="430" y="1040" width="40" height="120" fill="#FBF8F3"/>
  ${[40, 150, 690, 800].map((x) => `<path d="M${x} 1180 l60 -330 l60 330 Z" fill="#1F6F5C"/>`).join("")}<rect y="1160" width="900" height="113" fill="#0A2826"/>`;

/**
 * A poster of large type over one motif: the other pictures that organizers send. Portrait, or
 * landscape with the motif at the end.
 */
function typePage({ motif, palette, title, isWide }) {
  const colors = COVER_PALETTES[palette];
  const drawn = text(`data/motifs/${motif}.svg`)
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replace(/"(ground|deep|form|middle|line|lit)"/g, (_, role) => `"${colors[role]}"`);
  return `<!doctype html><html lang="fa" dir="rtl"><style>
    ${fontFaces()}
    body { margin: 0; height: 100vh; overflow: hidden; display: flex; flex-direction: ${isWide ? "row" : "column"}; background: ${colors.ground}; color: ${colors.form}; font-family: Vazirmatn }
    svg { flex: 1; min-width: 0; min-height: 0; background: ${colors.deep} }
    h1 { margin: 0; padding: 36px 40px; flex: ${isWide ? "0 0 46%" : "none"}; align-self: center; font-size: ${isWide ? 52 : 58}px; font-weight: 850; line-height: 1.55; text-wrap: balance }
  </style><body><h1>${title}</h1><svg viewBox="-200 -150 400 300" preserveAspectRatio="xMidYMid meet">${drawn}</svg></body></html>`;
}

const { cityScape, COVER_PALETTES } = await drawing();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox"],
});
const images = [
  { file: "apple-touch-icon.png", html: iconPage(), width: 180, height: 180 },
  { file: "icon-192.png", html: iconPage(), width: 192, height: 192 },
  { file: "icon-512.png", html: iconPage(), width: 512, height: 512 },
  { file: "og-en.png", html: openGraphPage("en", cityScape), ...OPEN_GRAPH },
  { file: "og-fa.png", html: openGraphPage("fa", cityScape), ...OPEN_GRAPH },
  { file: "media/samples/tower.png", html: posterPage(TOWER), ...POSTER },
  { file: "media/samples/moon.png", html: posterPage(MOON), ...POSTER },
  ...SAMPLE_PICTURES.flatMap(({ picture, poster }) =>
    poster
      ? [
          {
            file: `media/samples/${picture}`,
            html: typePage(poster),
            ...(poster.isWide ? { width: 1000, height: 625 } : { width: 640, height: 905 }),
          },
        ]
      : [],
  ),
];
const names = process.argv.slice(2);
for (const { file, html, width, height } of images.filter(
  ({ file }) => names.length === 0 || names.includes(file),
)) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  const image = await page.screenshot();
  writeFileSync(`public/${file}`, image);
  console.log(`public/${file}: ${width} × ${height}, ${Math.round(image.length / 1024)} kB`);
  await page.close();
}
await browser.close();
