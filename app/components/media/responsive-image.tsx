import type { ImgHTMLAttributes, Ref } from "react";
import { copyOf, copyWidths, pictureFacts } from "../../lib/pages/picture-copies";

interface ResponsiveImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  /** Its width on the page, as in `<source>`. */
  sizes: string;
  imageRef?: Ref<HTMLImageElement>;
  /** `false` where something else is seen behind it. */
  hasBlur?: boolean;
}

/**
 * A picture in the smallest of its copies that is sharp, on a blur of its colours until it is
 * there. Others as they are.
 */
export function ResponsiveImage({
  sizes,
  imageRef,
  hasBlur = true,
  ...image
}: ResponsiveImageProps) {
  const facts = pictureFacts(image.src);
  if (!facts) return <img alt="" ref={imageRef} {...image} />;
  return (
    <picture>
      {facts.formats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={copyWidths(facts.width)
            .map((width) => `${copyOf(image.src, width, format)} ${width}w`)
            .join()}
          sizes={sizes}
        />
      ))}
      <img
        alt=""
        ref={imageRef}
        {...image}
        style={hasBlur && facts.colours ? { backgroundImage: blurOf(facts.colours) } : undefined}
      />
    </picture>
  );
}

/** Its corners' colours run into one another. */
const blurOf = (colours: string) =>
  ["0 0", "100% 0", "0 100%", "100% 100%"]
    .map(
      (corner, index) =>
        `radial-gradient(at ${corner},#${colours.slice(index * 3, index * 3 + 3)},#0000 99%)`,
    )
    .join();
