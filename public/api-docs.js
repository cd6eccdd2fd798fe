// "Try it" on /api/v1/docs: a form for each operation, which asks the API of this origin. A form is built from openapi.json when it is first
// opened, since the page has elements enough. The key stays in a variable.
(() => {
  const BASE = "/api/v1";
  const TIMEOUT = 30_000;
  /** Longer answers are cut: pages with a million characters of text cannot be scrolled. */
  const SHOWN = 100_000;
  const HEADERS = [
    "Content-Type",
    "Content-Language",
    "Cache-Control",
    "ETag",
    "Location",
    "Retry-After",
    "WWW-Authenticate",
    "Deprecation",
    "Sunset",
    "Idempotent-Replayed",
    "X-Bookmark",
    "X-Request-Id",
  ];
  const { lang } = document.documentElement;
  const texts = JSON.parse(document.currentScript.dataset.texts);
  const milliseconds = new Intl.NumberFormat(lang, {
    style: "unit",
    unit: "millisecond",
    unitDisplay: "long",
    maximumFractionDigits: 0,
  });
  let key = "";

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const code = (text) => make("code", { dir: "ltr" }, text);
  const field = (label, control, help) =>
    make("label", {}, make("span", {}, label), control, ...(help ? [make("small", {}, help)] : []));

  let description;
  const describe = () => {
    description ??= fetch(`${BASE}/openapi.json?lang=${lang}`)
      .then((response) =>
        response.ok ? response.json() : Promise.reject(new Error(`HTTP ${response.status}`)),
      )
      .catch((error) => {
        description = undefined;
        throw error;
      });
    return description;
  };
  const findOperation = ({ paths }, id) => {
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === id)
          return { ...operation, path, method: method.toUpperCase() };
    throw new Error(`No operation ${id}.`);
  };

  const inputFor = ({ schema = {}, required }) => {
    const options = schema.enum ?? schema.anyOf?.find((option) => option.enum)?.enum;
    if (options)
      return make(
        "select",
        { dir: "ltr", required },
        ...["", ...options].map((value) => make("option", { value }, value || "–")),
      );
    return make("input", {
      dir: "ltr",
      required,
      placeholder: schema.default ?? "",
      autocomplete: "off",
      spellcheck: false,
    });
  };
  const isList = ({ schema }) => schema?.type === "array";

  /** The address and options of a request, as a form has them. */
  const requestOf = ({ path, method }, controls, body) => {
    const filled = controls.filter(({ control }) => control.value.trim() !== "");
    const headers = { Accept: "application/json, */*", "Accept-Language": lang };
    const query = new URLSearchParams();
    let address = BASE + path;
    for (const { parameter, control } of filled) {
      const value = control.value.trim();
      if (parameter.in === "path")
        address = address.replace(`{${parameter.name}}`, () => encodeURIComponent(value));
      else if (parameter.in === "header") headers[parameter.name] = value;
      else
        for (const part of isList(parameter) ? value.split(/[,،]/) : [value])
          query.append(parameter.name, part.trim());
    }
    if (key) headers.Authorization = `Bearer ${key}`;
    if (body) headers["Content-Type"] = "application/json";
    const search = query.toString();
    return [
      search ? `${address}?${search}` : address,
      // Neither the session of this browser nor its cache has a part in what is shown.
      {
        method,
        headers,
        body: body?.value,
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(TIMEOUT),
      },
    ];
  };

  const formatted = (text, type) => {
    if (!/json/.test(type)) return text;
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  const build = (operation) => {
    const controls = (operation.parameters ?? [])
      .filter(({ in: place, required }) => place === "path" || place === "query" || required)
      .map((parameter) => ({ parameter, control: inputFor(parameter) }));
    const example = operation.requestBody?.content?.["application/json"]?.example;
    const body =
      operation.requestBody &&
      make("textarea", {
        dir: "ltr",
        rows: 10,
        spellcheck: false,
        value: JSON.stringify(example ?? {}, null, 2),
      });
    // Not a password to the browser, which would offer to keep it.
    const keyField = make("input", {
      dir: "ltr",
      className: "key",
      value: key,
      placeholder: "rd_…",
      autocomplete: "off",
      spellcheck: false,
    });
    keyField.addEventListener("input", () => {
      // A header takes nothing else.
      key = keyField.value.replace(/[^\x21-\x7e]/g, "");
    });
    const button = make("button", { type: "submit" }, texts.send);
    const said = make("output");
    const shown = make("div", { className: "answer" });
    const form = make(
      "form",
      { className: "try" },
      ...controls.map(({ parameter, control }) =>
        field(
          code(parameter.name),
          control,
          parameter.required ? texts.required : isList(parameter) ? texts.several : "",
        ),
      ),
      ...(body ? [field(texts.body, body)] : []),
      field(texts.key, keyField, texts.keyHelp),
      ...(operation.method === "GET" ? [] : [make("p", {}, texts.writes)]),
      button,
      said,
      shown,
    );
    let isSending = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (isSending) return;
      isSending = true;
      button.setAttribute("aria-disabled", "true");
      said.replaceChildren(texts.sending);
      shown.replaceChildren();
      try {
        const [address, options] = requestOf(operation, controls, body);
        const began = performance.now();
        const response = await fetch(address, options);
        const type = response.headers.get("Content-Type") ?? "";
        const text = /^(image|video|audio)\/(?!svg)|octet-stream/.test(type)
          ? type
          : formatted(await response.text(), type);
        const took = milliseconds.format(Math.round(performance.now() - began));
        const headers = HEADERS.filter((name) => response.headers.has(name)).map(
          (name) => `${name}: ${response.headers.get(name)}`,
        );
        const cut = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
        const block = (label, content) =>
          make(
            "pre",
            {
              dir: "ltr",
              lang: "en",
              tabIndex: 0,
              role: "group",
              ariaLabel: `${operation.summary}: ${label}`,
            },
            make("code", {}, content),
          );
        said.replaceChildren(
          make("b", { className: response.ok ? "ok" : "failed" }, code(String(response.status))),
          ` · ${took}`,
        );
        shown.append(
          make(
            "p",
            { dir: "ltr", className: "address" },
            make("b", {}, operation.method),
            " ",
            code(address),
          ),
          block(texts.headers, headers.join("\n")),
          cut === "" ? make("p", {}, texts.nothing) : block(texts.body, cut),
        );
      } catch {
        said.replaceChildren(texts.failed);
      } finally {
        isSending = false;
        button.removeAttribute("aria-disabled");
      }
    });
    return form;
  };

  const open = async (details, id) => {
    if (!details.open) return;
    const [form, loading] = [details.querySelector("form"), details.querySelector("p")];
    if (form) {
      form.querySelector(".key").value = key;
      return;
    }
    loading?.remove();
    const status = make("p", { role: "status" }, texts.loading);
    details.append(status);
    try {
      const built = build(findOperation(await describe(), id));
      if (!details.querySelector("form")) details.append(built);
      status.remove();
    } catch {
      status.replaceChildren(texts.unavailable);
    }
  };

  for (const article of document.querySelectorAll("article[data-try]")) {
    const details = make("details", {}, make("summary", {}, texts.open));
    details.addEventListener("toggle", () => open(details, article.id));
    article.append(details);
  }
})();
