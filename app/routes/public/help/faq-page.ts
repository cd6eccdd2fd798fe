import type { InlineText } from "~/lib/pages/views";

/** An answer in plain words. */
export function answerText(answer: readonly InlineText[]): string {
  return answer.map((paragraph) => paragraph.map((part) => (typeof part === "string" ? part : part.text)).join("")).join("\n");
}

/** Questions and answers for search engines (schema.org FAQPage). */
export function faqPage(items: readonly { question: string; answer: readonly InlineText[] }[]): object {
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
