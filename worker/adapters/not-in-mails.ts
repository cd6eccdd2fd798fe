/**
 * In the place of parts of nodemailer that no mail of ours uses (remix.config.ts): file types of
 * attachments and other ways of sending.
 */
function notInMails(): never {
  throw new Error("Mails have no attachments and go by SMTP, with a password at most.");
}

export const detectMimeType = notInMails;
export const detectExtension = notInMails;
export default notInMails;
