import { describe, expect, it } from "vitest";
import { checkHtml, checkRendered, renderTemplate, TemplateFault } from "./liquid.server";

const VALUES = { title: `<b>"Setar" & daf</b>`, list: [1, 2], nothing: null };

function faultIn(work: () => unknown): TemplateFault {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateFault) return error;
    throw error;
  }
  throw new Error("It was taken.");
}

describe("a template", () => {
  it("escapes user text in HTML and leaves it in plain text", () => {
    expect(renderTemplate("html", "{{ title }}", VALUES).output).toBe(
      "&lt;b&gt;&quot;Setar&quot; &amp; daf&lt;/b&gt;",
    );
    expect(renderTemplate("text", "{{ title }}", VALUES).output).toBe(VALUES.title);
    expect(
      renderTemplate("html", "{% capture preheader %}{{ title }}{% endcapture %}x", VALUES),
    ).toEqual({
      output: "x",
      preheader: "&lt;b&gt;&quot;Setar&quot; &amp; daf&lt;/b&gt;",
    });
  });

  it.each([
    ["a range of a billion", "\n{% for i in (1..1000000000) %}x{% endfor %}"],
    [
      "loops in loops",
      "{% for i in (1..9000) %}{% for j in (1..9000) %}{% for k in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}",
    ],
    [
      "a text that doubles",
      "{% assign a = 'xxxxxxxx' %}{% for i in (1..100) %}{% assign a = a | append: a %}{% endfor %}",
    ],
    [
      "a capture that doubles",
      "{% assign a = 'xxxxxxxx' %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}",
    ],
  ])("given %s, is stopped soon with an error", (_name, source) => {
    const before = Date.now();
    for (const form of ["html", "text"] as const)
      expect(faultIn(() => renderTemplate(form, source, VALUES)).reason).toBe("endless");
    expect(Date.now() - before).toBeLessThan(2_000);
  });

  it("reports an unknown variable with its line", () => {
    const fault = faultIn(() => renderTemplate("html", "<p>\n{{ titel }}</p>", VALUES));
    expect([fault.reason, fault.line, fault.subject]).toEqual(["unknown-variable", 2, "titel"]);
    for (const source of [
      "{{ title.constructor }}",
      "{{ list.constructor.name }}",
      "{{ list.__proto__ }}",
    ])
      expect(faultIn(() => renderTemplate("html", source, VALUES)).reason).toBe("unknown-variable");
  });

  it.each([
    "include 'x'",
    "render 'x'",
    "layout 'x'",
    "raw",
    "liquid",
    "echo title",
    "block x",
    "tablerow x in list",
    "cycle '<b>'",
    "#",
  ])("refuses the tag %s by name", (tag) => {
    const fault = faultIn(() => renderTemplate("html", `{% ${tag} %}`, VALUES));
    expect([fault.reason, fault.subject]).toEqual(["tag", tag.split(" ")[0]]);
  });

  it.each(["raw", "json", "inspect", "where_exp: 'x', 'y'", "nope"])(
    "refuses the filter %s by name",
    (filter) => {
      const fault = faultIn(() => renderTemplate("html", `{{ title | ${filter} }}`, VALUES));
      expect([fault.reason, fault.subject]).toEqual(["filter", filter.split(":")[0]]);
    },
  );
});

describe("the HTML of an email", () => {
  it.each([
    ["<script>alert(1)</script>", "<script>"],
    ['<iframe src="https://evil.example"></iframe>', "<iframe>"],
    ["<form></form>", "<form>"],
    ["<style>p{}</style>", "<style>"],
    ['<link href="https://evil.example/x.css">', "<link>"],
    ["<svg></svg>", "<svg>"],
    ['<p onclick="x">a</p>', "onclick"],
    ['<img src="https://a.example/x.png" onerror="x">', "onerror"],
    ['<a href="javascript:alert(1)">a</a>', 'href="javascript:alert(1)"'],
    ['<a href="&#106;avascript:alert(1)">a</a>', 'href="&#106;avascript:alert(1)"'],
    ['<a href=" https://a.example">a</a>', 'href=" https://a.example"'],
    ['<a href="{{ title }}">a</a>', 'href="…"'],
    ['<img src="data:image/png;base64,x">', 'src="data:image/png;base64,x"'],
    [
      '<p style="background:url(https://evil.example/x)">a</p>',
      'style="background:url(https://evil.example/x)"',
    ],
    ['<p style="color:{{ title }}">a</p>', 'style="color:…"'],
    ["<p style='color:red'>a</p>", "<p style='color:red'>a</"],
    ["<p class={{ title }}>a</p>", "<p class="],
    ["<scr{% if title %}{% endif %}ipt>", "<script>"],
    ["<!-- [if mso]><![endif] -->", "<!-- [if mso]><![endif] "],
    ["a < b", "< b"],
    [
      '<a title="{% comment %}">x</a>{% endcomment %}<b title=" onmouseover=alert(1) x=">y</b>',
      'title="…"',
    ],
    ['<p class="{% if title %}meta{% endif %}">x</p>', 'class="…meta…"'],
    ['<p {% if title %}class="meta"{% endif %}>x</p>', "<p "],
    ['{% assign url = "javascript:alert(1)" %}<a href="{{ url }}">a</a>', "assign url"],
    [
      '{% if title %}{% assign\u180Elink = title %}{% endif %}<a href="{{ link }}">a</a>',
      "assign link",
    ],
    [
      '{% capture "site_url" %}javascript:{% endcapture %}<a href="{{ site_url }}">a</a>',
      "capture site_url",
    ],
    ['{% for image_url in list %}<img src="{{ image_url }}" alt="">{% endfor %}', "for image_url"],
    [`{% assign preheader = '<img src=x onerror="alert(1)"' %}`, "assign preheader"],
  ])("with %s is refused by name", (html, subject) => {
    const fault = faultIn(() => checkHtml(`<h1>x</h1>\n${html}`));
    expect([fault.reason, fault.line, fault.subject]).toEqual(["html", 2, subject]);
  });

  it.each(["<p>a", "</p>", "<p><b>a</p></b>", "</td></tr></table><p>a</p>"])(
    "with %s is refused with the unclosed element",
    (html) => {
      expect(faultIn(() => checkHtml(html)).reason).toBe("unclosed");
    },
  );

  it("may have links and pictures from variables and the web", () => {
    for (const html of [
      '<a class="button" href="{{ link }}">x</a>',
      '{% for event in events %}<a href="{{ event.url }}"><img src="{{ event.image_url }}" alt="{{ event.title }}"></a>{% endfor %}',
      '<p title="{{ title }}">{{ title }}</p><a href="{{ link }}">x</a>',
      '<a href="https://a.example/?q={{ title | url_encode }}">x</a>',
      '{% if title %}<p class="meta" style="color:#123456;margin:0">x</p>{% endif %}',
      "{% capture preheader %}{{ title }}{% endcapture %}{% assign first = title %}<p>{{ first }}</p>",
    ])
      expect(() => checkHtml(html)).not.toThrow();
  });

  it.each([
    ["<script>alert(1)</script>", "<script>"],
    ['<b title="x" onmouseover="alert(1)">y</b>', "onmouseover"],
    ['<a href="javascript:alert(1)">a</a>', 'href="javascript:alert(1)"'],
    ['<img src="data:image/png;base64,x">', 'src="data:image/png;base64,x"'],
    ['<p style="background:url(x)">a</p>', 'style="background:url(x)"'],
  ])("with %s after rendering is refused by name", (html, subject) => {
    expect(faultIn(() => checkRendered(html)).subject).toBe(subject);
  });

  it("of honest templates is accepted after rendering", () => {
    for (const html of [
      '<a href="https://a.example/?a=1&amp;b=2">x &lt; y</a>',
      '<a href="">a</a><img src="http://127.0.0.1:8787/og-en.png" alt="&quot;Setar&quot; &gt; daf">',
      '<p title="a class=" lang="en">x</p>',
    ])
      expect(() => checkRendered(html)).not.toThrow();
  });
});
