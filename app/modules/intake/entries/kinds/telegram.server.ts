import { EMPTY_FOUND_EVENT } from "../found-event";
import { readPost } from "../read-post.server";
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
    const items = messages.flatMap((message): SourceItem[] => {
      const post = readPost(message.text, message.published, context);
      if (!post) return [];
      const url = `https://t.me/${message.post}`;
      const ticket = message.links.find(
        (link) => /^https:/.test(link) && !/^https:\/\/(t\.me|telegram\.me)\//.test(link),
      );
      return [
        {
          id: url,
          url,
          isCancelled: post.isCancelled,
          found: {
            ...EMPTY_FOUND_EVENT,
            title: post.title,
            description: message.text,
            venue: post.venue,
            organizer: post.organizer,
            ticketUrl: ticket ?? url,
            imageUrl: message.imageUrl,
          },
          stated: post.stated,
          snippet: snippetOf(message.text),
        },
      ];
    });
    return { items, leftOut: messages.length - items.length, follow: [] };
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
  await rewriter.transform(new Response(html)).arrayBuffer();
  return messages.map((message) => ({ ...message, text: decoded(message.text).trim() }));
}

/** Text chunks come as the page has them, with entities. */
const decoded = (text: string): string =>
  text
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
