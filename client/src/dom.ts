// Making elements.

type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export const h = <K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) =>
  fill(document.createElement(tag), attributes, children);

export const s = <K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElementTagNameMap[K], attributes, children);

export const button = (label: string, act: () => void, attributes: Attributes = {}) =>
  h("button", { type: "button", click: act, ...attributes }, label);
