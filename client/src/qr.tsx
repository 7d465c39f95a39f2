// A link as a QR code: a phone across the table reads it.
import { generate } from "lean-qr/nano";

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text), size = code.size, rows: string[] = [];
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (code.get(x, y)) rows.push(`M${x} ${y}h1v1h-1z`);
  return <svg class="qr" role="img" aria-label={label} viewBox={`-4 -4 ${size + 8} ${size + 8}`}><rect x="-4" y="-4" width={size + 8} height={size + 8} /><path d={rows.join("")} /></svg>;
}
