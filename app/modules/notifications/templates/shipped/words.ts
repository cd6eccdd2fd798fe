/** Texts of one shipped mail in one language. `{{ … }}` are variables of its kind, in Liquid. */
export interface MailWords {
  subject: string;
  /** Preview text that mail clients show after the subject. */
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  /** Label before the moderator's reason, the organizer's message or a note. */
  noteLabel?: string;
  /** Label before the former time, if the kind has one. */
  was?: string;
  /** Label of the button that opens `link`. */
  button: string;
  /** Link beside an event that ends the follow by which it is listed, if the kind lists events. */
  unfollow?: string;
  /** Text after the button. */
  closing?: string;
}
