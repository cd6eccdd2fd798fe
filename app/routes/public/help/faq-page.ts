import type { InlineText } from "~/lib/pages/views";

/** Plain text of an answer. */
export function answerText(answer: readonly InlineText[]): string {
  return answer
    .map((paragraph) =>
      paragraph.map((part) => (typeof part === "string" ? part : part.text)).join(""),
    )
    .join("\n");
}

/** Structured data of questions and answers (schema.org FAQPage). */
export function faqPage(
  items: readonly { question: string; answer: readonly InlineText[] }[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answerText(answer) },
    })),
  };
}
