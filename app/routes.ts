import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The map of the product: every page and form target, by layout. */
export default [
  layout("routes/public/layout.tsx", [
    index("routes/public/home.tsx"),
    route("events", "routes/public/events.tsx"),
    route("events/:eventId", "routes/public/event.tsx"),
    route("cities", "routes/public/cities.tsx"),
    route("cities/:citySlug", "routes/public/city.tsx"),
    route("discover", "routes/public/discover.tsx"),
    route("categories", "routes/public/categories.tsx"),
    route("categories/:categorySlug", "routes/public/category.tsx"),
    route("how-it-works", "routes/public/how-it-works.tsx"),
    route("help", "routes/public/help.tsx"),
    route("legal/:page", "routes/public/legal.tsx"),
    route("feedback-demo", "routes/public/feedback-demo.tsx"),
    route("changelog", "routes/public/changelog.tsx"),
    route("users/:userId", "routes/public/user.tsx"),
    // They only lead on, but their error page has header and footer.
    route("events/:eventId/tickets", "routes/resources/event-tickets.ts"),
    route("events/:eventId/calendar/:service", "routes/resources/event-calendar.ts"),
    route("preferences", "routes/resources/preferences.ts"),
    route("*", "routes/public/not-found.tsx"),
  ]),
  layout("routes/auth/layout.tsx", [
    route("login", "routes/auth/login.tsx"),
    route("login/two-factor", "routes/auth/two-factor.tsx"),
    route("login/google", "routes/auth/google.ts"),
    route("login/google/callback", "routes/auth/google-callback.ts"),
    route("signup", "routes/auth/sign-up.tsx"),
    route("verify-email", "routes/auth/verify-email.tsx"),
    route("forgot-password", "routes/auth/forgot-password.tsx"),
    route("reset-password", "routes/auth/reset-password.tsx"),
  ]),
  layout("routes/authoring/layout.tsx", [
    route("events/create", "routes/authoring/create.tsx"),
    route("events/:eventId/edit", "routes/authoring/edit.tsx"),
    route("events/:eventId/report", "routes/authoring/report.tsx"),
  ]),
  route("events/create/live", "routes/authoring/live.ts"),
  layout("routes/my-events/layout.tsx", [
    route("my-events", "routes/my-events/my-events.tsx"),
    route("events/:eventId/delete", "routes/my-events/delete.tsx"),
  ]),
  layout("routes/account/layout.tsx", [
    route("account", "routes/account/account.tsx"),
    route("account/security", "routes/account/security.tsx"),
    route("account/data", "routes/account/data.tsx"),
    route("account/preferences", "routes/account/preferences.tsx"),
    route("admin/outbox", "routes/admin/outbox.tsx"),
    // It only leads on, but its error page has header and sidebar.
    route("profile/*", "routes/account/profile.ts"),
  ]),
  route("account/export.json", "routes/account/export.ts"),
  layout("routes/onboarding/layout.tsx", [route("onboarding/:step?", "routes/onboarding/step.tsx")]),
  route("logout", "routes/auth/logout.ts"),
  route("events/:eventId/ics", "routes/resources/event-ics.ts"),
  route("events/:eventId/share", "routes/resources/event-share.ts"),
  route("sitemap.xml", "routes/resources/sitemap.ts"),
  route("robots.txt", "routes/resources/robots.ts"),
  route("manifest.webmanifest", "routes/resources/web-manifest.ts"),
] satisfies RouteConfig;
