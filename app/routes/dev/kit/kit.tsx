import { Section } from "~/ui/section";
import { Buttons, Dialogs, Messages } from "./actions";
import { Choices, Fields, RejectedForm } from "./fields";
import { Cards, Charts, Texts, Waiting } from "./figures";
import classes from "./kit.module.css";
import { Lists } from "./lists";
import { type KitProps, Part } from "./part";

/** All parts of the kit in all states, with sample data. */
export function Kit({ page }: KitProps) {
  const { words } = page;
  return (
    <main id="main" className="rd-wrap">
      <div className={classes.page}>
        <Lists words={words} />
        <Fields words={words} calendar={page.calendar} />
        <Choices words={words} />
        <Section title={words.form.title}>
          <Part name="form">
            <RejectedForm words={words} />
          </Part>
        </Section>
        <Buttons words={words} />
        <Messages words={words} />
        <Dialogs words={words} open={page.open} />
        <Cards words={words} />
        <Charts words={words} />
        <Waiting words={words} />
        <Texts words={words} />
      </div>
    </main>
  );
}
