/**
 * The data that a browser would submit for a form of the page. @param selector selector of the form
 */
export async function formIn(html: string, selector: string): Promise<FormData> {
  const form = new FormData();
  let text = { name: "", value: "" };
  let select = "";
  const rewriter = new HTMLRewriter()
    .on(`${selector} input[name]`, {
      element(input) {
        const [type, name] = [
          input.getAttribute("type") ?? "text",
          input.getAttribute("name") ?? "",
        ];
        const isChosen = !["checkbox", "radio"].includes(type) || input.hasAttribute("checked");
        if (isChosen && type !== "file")
          form.append(name, input.getAttribute("value") ?? (type === "checkbox" ? "on" : ""));
      },
    })
    .on(`${selector} textarea[name]`, {
      element(area) {
        text = { name: area.getAttribute("name") ?? "", value: "" };
        const { name } = text;
        area.onEndTag(() => form.append(name, text.value.replace(/^\n/, "")));
      },
      text(chunk) {
        text.value += chunk.text;
      },
    })
    .on(`${selector} select[name]`, {
      element(element) {
        select = element.getAttribute("name") ?? "";
      },
    })
    .on(`${selector} select[name] option[selected]`, {
      element(option) {
        form.append(select, option.getAttribute("value") ?? "");
      },
    });
  await rewriter.transform(new Response(html)).text();
  return form;
}
