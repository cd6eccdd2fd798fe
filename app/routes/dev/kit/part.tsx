import type { ReactNode } from "react";
import type { CalendarSystem } from "~/lib/dates/dates.server";
import classes from "./kit.module.css";
import type { KitWords } from "./samples";

export interface KitProps {
  page: { words: KitWords; calendar: CalendarSystem; open: string | null };
}

export type PartsProps = Pick<KitProps["page"], "words">;

export const KIT_PATH = "/dev/kit";

/** One part of the kit in all its states. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.part} data-part={name}>
    {children}
  </div>
);
