const query = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll("+", "%20");

/** Where people hand a link on without a script: their messenger or their mail. */
export function shareLinks(url: string, title: string): { telegram: string; whatsApp: string; email: string } {
  return {
    telegram: `https://t.me/share/url?${query({ url, text: title })}`,
    whatsApp: `https://wa.me/?${query({ text: `${title}\n${url}` })}`,
    email: `mailto:?${query({ subject: title, body: `${title}\n${url}` })}`,
  };
}
