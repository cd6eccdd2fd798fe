import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../../tests/factories/sample-event";
import type { EventRow } from "../list/list-events.server";
import { eventJsonLd } from "./event-json-ld.server";

const NOW = Date.UTC(2026, 11, 1);
const of = (changes: Partial<EventRow> = {}, locale: "en" | "fa" = "en", now = NOW) =>
  eventJsonLd(sampleEvent(changes), tehran, { locale, origin: "https://rooydad.example", now });

describe("eventJsonLd", () => {
  it("has what schema.org requires of an event", () => {
    expect(of()).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Event",
      name: "An Evening of Setar; in Shur, and Homayun",
      startDate: "2026-12-08T16:30:00+03:30",
      endDate: "2026-12-08T18:20:00+03:30",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: {
        "@type": "Place",
        name: "Vahdat Hall",
        address: {
          "@type": "PostalAddress",
          streetAddress: "Ostad Shahriar St., Tehran",
          addressLocality: "Tehran",
          addressRegion: "Tehran Province",
          addressCountry: "IR",
        },
        geo: { "@type": "GeoCoordinates", latitude: 35.7003, longitude: 51.4108 },
      },
      organizer: { "@type": "Organization", name: "Navaye Mehr" },
      inLanguage: "en",
      isAccessibleForFree: false,
    });
  });

  it("keeps IRR in rials", () => {
    expect(of().offers).toEqual({
      "@type": "Offer",
      price: 4_500_000,
      priceCurrency: "IRR",
      availability: "https://schema.org/InStock",
      url: "https://tickets.example/setar",
      validFrom: "2026-11-01T11:30:00+03:30",
    });
  });

  it("is free at a price of 0, and leaves out an unknown price", () => {
    expect(of({ price: 0 })).toMatchObject({
      isAccessibleForFree: true,
      offers: { price: 0, priceCurrency: "IRR" },
    });
    const unstated = of({ price: null, ticketUrl: null });
    expect(unstated.offers).not.toHaveProperty("price");
    expect(unstated.offers).not.toHaveProperty("priceCurrency");
    expect(unstated.offers.url).toBe(
      "https://rooydad.example/events/019b0000-0000-7000-a000-000000000001",
    );
    expect(unstated).not.toHaveProperty("isAccessibleForFree");
  });

  it.each([
    ["cancelled", "https://schema.org/EventCancelled"],
    ["postponed", "https://schema.org/EventPostponed"],
  ] as const)("of a %s event keeps its first start", (lifecycle, eventStatus) => {
    expect(of({ lifecycle })).toMatchObject({
      eventStatus,
      startDate: "2026-12-08T16:30:00+03:30",
    });
  });

  it("offers no tickets of past or cancelled events", () => {
    expect(of({ lifecycle: "cancelled" }).offers.availability).toBe(
      "https://schema.org/Discontinued",
    );
    expect(of({}, "en", Date.UTC(2027, 0, 1)).offers.availability).toBe(
      "https://schema.org/Discontinued",
    );
  });

  it("always has an absolute image", () => {
    expect(of().image).toEqual(["https://rooydad.example/covers/motif/setar-dew-5.svg"]);
    expect(of({ imageUrl: "https://pictures.example/a.jpg" }).image).toEqual(of().image);
    expect(of({ imageUrl: "/media/a.jpg" }).image).toEqual(["https://rooydad.example/media/a.jpg"]);
  });

  it("always has an address, at least the city's", () => {
    expect(of({ venueEn: "", addressEn: null, latitude: null }).location).toEqual({
      "@type": "Place",
      name: "Tehran",
      address: {
        "@type": "PostalAddress",
        addressLocality: "Tehran",
        addressRegion: "Tehran Province",
        addressCountry: "IR",
      },
    });
  });

  it("links to http and https only", () => {
    expect(of({ ticketUrl: "javascript:alert(1)" }).offers.url).toBe(
      "https://rooydad.example/events/019b0000-0000-7000-a000-000000000001",
    );
  });

  it("is in the reader's language and names it", () => {
    expect(of({}, "fa")).toMatchObject({
      name: "شب سه‌نوازی سه‌تار در شور و همایون",
      inLanguage: "fa",
      location: { name: "تالار وحدت" },
    });
    expect(of({ titleFa: null }, "fa").inLanguage).toBe("en");
  });

  it("has no fractions of seconds and no empty values", () => {
    const text = JSON.stringify(
      of({ startsAt: Date.UTC(2026, 11, 8, 13) + 123, organizerEn: null, tags: [] }),
    );
    expect(text).not.toMatch(/\d{2}\.\d+[+Z]|null|undefined|""/);
  });
});
