/** Position for the URL, rounded to about 1 km because URLs are shared. */
interface RoundedPosition {
  lat: string;
  lng: string;
}

/**
 * Requests the browser's geolocation. @param onFailed called if denied, unavailable or timed out
 */
export function findPosition(
  onFound: (position: RoundedPosition) => void,
  onFailed: () => void,
): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => onFound({ lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) }),
    onFailed,
    { timeout: 10_000, maximumAge: 300_000 },
  );
}
