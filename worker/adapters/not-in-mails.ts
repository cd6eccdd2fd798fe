/**
 * Replaces parts of nodemailer that our mails do not use (remix.config.ts): file types of
 * attachments and other transports.
 */
function notInMails(): never {
  throw new Error("Mails have no attachments and go by SMTP, with a password at most.");
}

export const detectMimeType = notInMails;
export const detectExtension = notInMails;
export default notInMails;
