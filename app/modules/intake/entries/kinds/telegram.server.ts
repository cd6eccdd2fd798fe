import { withoutEntities } from "../../text/entities";
import { announcedIn } from "../found-announcement.server";
import { runThrough } from "../page-parts";
import { type SourceItem, type SourceReader, snippetOf } from "../source-item";

interface Message {
  post: string;
  text: string;
  links: string[];
  published: string | null;
  imageUrl: string | null;
}

/**
 * A public Telegram channel by its web preview (t.me/s/name), which shows the latest twenty
 * messages. A message is an item when its text states a readable day; its first line is the title.
 * Its links are tickets. Older messages leave the preview, so a missing one is not gone.
 */
export const telegram: SourceReader = {
  accept: "text/html",
  types: /html/,
  isComplete: false,
  request: (url) => ({ url: previewOf(url) }),
  async read({ text }, context) {
    const messages = await messagesOf(text);
    const events = messages.map((message) => ({
      message,
      found: announcedIn(message.text, message.published, context),
    }));
    const items = events.flatMap(({ message, found }) =>
      found.map((one, place): SourceItem => {
        const url = `https://t.me/${message.post}`;
        const ticket = message.links.find(
          (link) => /^https:/.test(link) && !/^https:\/\/(t\.me|telegram\.me)\//.test(link),
        );
        return {
          id: place === 0 ? url : `${url}#${place + 1}`,
          url,
          isCancelled: one.status === "cancelled",
          found: {
            ...one,
            ticketUrl: one.ticketUrl ?? ticket ?? url,
            imageUrl: message.imageUrl,
          },
          snippet: snippetOf(message.text),
        };
      }),
    );
    const leftOut = events.filter(({ found }) => found.length === 0).length;
    return { items, leftOut, follow: [] };
  },
};

/**
 * The preview of a channel that was named by its address: t.me/name, t.me/s/name or an invitation's
 * page.
 */
function previewOf(url: URL): string {
  const name = /^\/(?:s\/)?([A-Za-z]\w{3,31})\/?/.exec(url.pathname)?.[1];
  return name && /^(?:t|telegram)\.me$/.test(url.hostname) ? `https://t.me/s/${name}` : url.href;
}

async function messagesOf(html: string): Promise<Message[]> {
  const messages: Message[] = [];
  const last = () => messages.at(-1);
  const rewriter = new HTMLRewriter()
    .on(".tgme_widget_message[data-post]", {
      element: (element) => {
        messages.push({
          post: element.getAttribute("data-post") ?? "",
          text: "",
          links: [],
          published: null,
          imageUrl: null,
        });
      },
    })
    .on(".js-message_text br", {
      element: () => {
        const message = last();
        if (message) message.text += "\n";
      },
    })
    .on(".js-message_text", {
      text: ({ text }) => {
        const message = last();
        if (message && message.text.length < 10_000) message.text += text;
      },
    })
    .on(".js-message_text a[href]", {
      element: (link) => void last()?.links.push(link.getAttribute("href") ?? ""),
    })
    .on(".tgme_widget_message_date time[datetime]", {
      element: (time) => {
        const message = last();
        if (message) message.published ??= time.getAttribute("datetime");
      },
    })
    .on(".tgme_widget_message_photo_wrap[style]", {
      element: (photo) => {
        const message = last();
        const url =
          /url\(['"]?(https:[^'")]{1,1000})/.exec(photo.getAttribute("style") ?? "")?.[1] ?? null;
        if (message) message.imageUrl ??= url;
      },
    });
  await runThrough(rewriter, html);
  // Text chunks come as the page has them, with entities.
  return messages.map((message) => ({ ...message, text: withoutEntities(message.text).trim() }));
}
