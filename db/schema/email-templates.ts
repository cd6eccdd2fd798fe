import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json, timestamps } from "./columns";

/** Which events a template's mail lists. */
export interface TemplateSelection {
  /** From now on, days. */
  windowDays: number;
  /** Slugs, or those that the reader follows. */
  cities: "reader" | string[];
  /** English names, or the reader's interests. */
  categories: "reader" | "all" | string[];
  featuredOnly: boolean;
  limit: number;
  order: "date" | "popular";
}

/**
 * Mail templates created or changed by staff, in Liquid; the defaults are in
 * app/modules/notifications/templates.
 */
export const emailTemplates = sqliteTable("email_templates", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** The purpose, which decides the available variables. */
  kind: text("kind").notNull(),
  subjectEn: text("subject_en").notNull(),
  subjectFa: text("subject_fa").notNull(),
  htmlEn: text("html_en").notNull(),
  htmlFa: text("html_fa").notNull(),
  textEn: text("text_en").notNull(),
  textFa: text("text_fa").notNull(),
  selection: json<TemplateSelection>("selection", {
    windowDays: 7,
    cities: "reader",
    categories: "reader",
    featuredOnly: false,
    limit: 10,
    order: "date",
  }).notNull(),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** Each template as it was saved, so that an older one can come back. */
export const emailTemplateVersions = sqliteTable(
  "email_template_versions",
  {
    key: text("key").notNull(),
    version: integer("version").notNull(),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    savedBy: text("saved_by"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);
