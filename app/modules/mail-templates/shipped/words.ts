/** The words of one shipped mail in one language. `{{ … }}` are the variables of its kind, in Liquid. */
export interface MailWords {
  subject: string;
  /** What a list of mails shows after the subject. */
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  /** Stands before the moderator's reason, the organizer's message or a note. */
  noteLabel?: string;
  /** Stands before the struck time of before, where the kind names one. */
  was?: string;
  /** On the button that opens `link`. */
  button: string;
  /** After the button. */
  closing?: string;
}
