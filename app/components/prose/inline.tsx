import type { InlineText } from "../../lib/pages/views";
import { Link, useAddress } from "../../ui/link";

/** Running text with links. Links to other languages and outside the pages load a new document. */
export function Inline({ text }: { text: InlineText }) {
  return (
    <>
      {text.map((part) =>
        typeof part === "string" ? part : <InlineLink key={part.href} {...part} />,
      )}
    </>
  );
}

function InlineLink({ text, href }: { text: string; href: string }) {
  const address = useAddress();
  if (href.startsWith("mailto:"))
    return (
      <a className="rd-link" href={href}>
        <bdi>{text}</bdi>
      </a>
    );
  if (!href.startsWith("/") || href.startsWith("/api/") || /[?&]lang=/.test(href))
    return (
      <a className="rd-link" href={address(href)}>
        {text}
      </a>
    );
  return (
    <Link className="rd-link" to={href}>
      {text}
    </Link>
  );
}

/** Paragraphs of running text. */
export function Paragraphs({ texts }: { texts: readonly InlineText[] }) {
  return texts.map((text, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static text
    <p key={place}>
      <Inline text={text} />
    </p>
  ));
}
