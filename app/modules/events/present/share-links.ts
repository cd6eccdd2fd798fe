const query = (values: Record<string, string>) =>
  new URLSearchParams(values).toString().replaceAll("+", "%20");

export type ShareLinks = Record<"telegram" | "whatsApp" | "bale" | "eitaa" | "x" | "email", string>;

/** Where people hand a link on without a script: their messengers, networks and mail. */
export function shareLinks(url: string, title: string): ShareLinks {
  return {
    telegram: `https://t.me/share/url?${query({ url, text: title })}`,
    whatsApp: `https://wa.me/?${query({ text: `${title}\n${url}` })}`,
    bale: `https://ble.ir/share/url?${query({ url, text: title })}`,
    eitaa: `https://eitaa.com/share/url?${query({ url, text: title })}`,
    x: `https://x.com/intent/post?${query({ url, text: title })}`,
    email: `mailto:?${query({ subject: title, body: `${title}\n${url}` })}`,
  };
}
