// prints a page with 240 schema.org events
const e = Array.from({ length: 240 }, (_, i) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: "Listed " + i,
  url: "https://hall.example.org/l/" + i,
  startDate: new Date(Date.UTC(2026, 11, 1, 16) + i * 864e5).toISOString(),
  location: "Small Hall",
}));
process.stdout.write(
  '<!doctype html><script type="application/ld+json">' + JSON.stringify(e) + "</script>",
);
