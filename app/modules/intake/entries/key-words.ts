import { ANSWER_KEYS, type AnswerFieldName } from "../../../lib/event/field-groups";

/**
 * Possible meanings of a key. The suffixes "Fa" and "En" come from language words within the key.
 */
export type KeyMeaning =
  | "title"
  | "description"
  | "category"
  | "date"
  | "endDate"
  | "time"
  | "endTime"
  | "start"
  | "end"
  | "price"
  | "priceMax"
  | "currency"
  | "free"
  | "venue"
  | "address"
  | "city"
  | "url"
  | "tags"
  | "image"
  | "organizer"
  | "weekday"
  | "year"
  | "month"
  | "day"
  | "jalaliDate"
  | "paid"
  | "shows"
  | "recurrence"
  | "event"
  | "proposedTraits"
  | AnswerFieldName;

/**
 * Keys by meaning, most reliable first; letters and digits only, lower case, as `keyOf` makes them.
 */
export const KEY_WORDS: Record<KeyMeaning, string> = {
  ...ANSWER_KEYS,
  title:
    "title eventtitle name eventname headline titel titre summarytitle subject show showtitle heading عنوان عنوانرویداد نام نامرویداد اسم اسمرویداد تیتر نامبرنامه عنوانبرنامه برنامه نامایونت",
  description:
    "description desc shortdescription eventdescription longdescription fulldescription summary details detail about overview abstract info information body synopsis blurb text content notes توضیحات توضیح شرح شرحرویداد توضیحاترویداد خلاصه درباره دربارهرویداد جزئیات معرفی متن چکیده توضیحکوتاه توضیحاتکوتاه توضیحاتتکمیلی",
  category:
    "category eventcategory categories cat type eventtype kind genre genres section classification topic دسته دستهبندی دستهها نوع نوعرویداد گونه ژانر موضوع طبقهبندی طبقه زمینه",
  date: "date startdate eventdate datestart dates when day1 startday fromdate from on gregoriandate dategregorian fulldate datum تاریخ تاریخشروع تاریخرویداد تاریخبرگزاری تاریخآغاز روزبرگزاری تاریخمیلادی میلادی شروعتاریخ ازتاریخ تاریخاجرا تاریخها",
  endDate:
    "enddate dateend todate finishdate closingdate lastday lastdate enddatum until through تاریخپایان تاریخاتمام پایانتاریخ تاتاریخ تاریخخاتمه",
  time: "time starttime eventtime timestart hour hours startsattime showtime showtimes begintime doortime times clock timing schedule startandendtime timerange hoursofoperation zeit uhrzeit ساعت ساعتشروع زمان زمانشروع ساعتبرگزاری زمانبرگزاری ساعتآغاز ساعترویداد ساعتاجرا ازساعت ساعتشروعوپایان زمانشروعوپایان",
  endTime:
    "endtime timeend finishtime closingtime totime ساعتپایان زمانپایان ساعتاتمام تاساعت ساعتخاتمه",
  start:
    "start startdatetime datetime starts startsat startat begin begins beginsat eventdatetime dateandtime datetimestart starttimestamp timestamp startson شروع آغاز تاریخوساعت تاریخوزمان زمانوتاریخ تاریخساعت",
  end: "end enddatetime ends endsat endat finish finishes datetimeend endson پایان اتمام خاتمه",
  price:
    "price cost ticketprice ticketcost tickets ticket fee fees entryfee entrancefee admission admissionfee pricerange prices entry offers offer preis eintritt minprice pricemin lowprice pricefrom startingprice amount قیمت بها بلیت بلیط هزینه قیمتبلیت قیمتبلیط بهایبلیت بهایبلیط هزینهشرکت ورودی هزینهورود مبلغ نرخ شهریه ورودیه کمترینقیمت حداقلقیمت هزینهثبتنام",
  priceMax: "maxprice pricemax highprice priceto بیشترینقیمت حداکثرقیمت",
  currency: "currency pricecurrency currencycode unit priceunit ارز واحد واحدپول واحدقیمت",
  free: "isfree free freeevent freeentry freeadmission isaccessibleforfree pricetype admissiontype entrytype رایگان رایگاناست نوعورود نوعورودی",
  paid: "ispaid paid paidevent requirespayment پولی پولیاست",
  shows:
    "performances performancedates showings showdates screenings occurrences sessions otherdates dateslist اجراها نوبتها سانسها نوبتهایاجرا",
  venue:
    "venue venuename location place eventlocation eventvenue locationname placename where hall site venuelocation ort veranstaltungsort محل محلبرگزاری مکان مکانبرگزاری جا سالن محلرویداد مکانرویداد نامسالن ناممکان ناممحل محلاجرا کجا لوکیشن",
  address:
    "address venueaddress fulladdress streetaddress street locationaddress placeaddress آدرس نشانی آدرسمحل نشانیمحل آدرسکامل نشانیکامل",
  city: "city addresslocality شهر",
  url: "url link links urls eventurl eventlink officialurl officiallink website web ticketurl ticketlink ticketsurl bookingurl bookinglink buyurl registrationurl registrationlink registerurl sourceurl sourcelink webpage page href homepage eventpage officialwebsite officialsite purchaselink purchaseurl infourl detailsurl moreinfo source sources reference references لینک پیوند وبسایت سایت لینکرویداد لینکخرید لینکبلیت لینکبلیط لینکثبتنام لینکخریدبلیت لینکخریدبلیط خریدبلیت خریدبلیط لینکمنبع لینکرسمی آدرسوب آدرساینترنتی منبع نشانیاینترنتی",
  tags: "tags tag hashtags hashtag keywords labels keyword برچسب برچسبها هشتگ هشتگها کلیدواژه کلیدواژهها کلماتکلیدی تگ تگها",
  image:
    "image imageurl picture photo poster posterurl thumbnail img cover coverimage banner photourl تصویر عکس پوستر آدرستصویر",
  organizer:
    "organizer organiser host organizedby organisedby promoter presenter hostedby organizername برگزارکننده برگزارکنندگان میزبان سازماندهنده مجری",
  weekday: "weekday dayofweek dayname روزهفته روز",
  year: "year سال",
  month: "month ماه",
  day: "day dayofmonth dom",
  jalaliDate:
    "jalalidate datejalali shamsidate dateshamsi persiandate solardate hijridate datehijri jalali shamsi datesolar تاریخشمسی شمسی تاریخخورشیدی تاریخهجریشمسی تاریخجلالی",
  proposedTraits:
    "proposedtraits traits trait features feature atmosphere vibe ambience amenities facilities accessibility ویژگیها ویژگی امکانات دسترسپذیری",
  recurrence:
    "recurrence recurrencerule rrule recurring repeats repeat repeatfrequency recurrencepattern frequency howoften تکرار تکرارها دوره تناوب برنامهتکرار",
  event: "event item eventinfo eventdetails node رویداد ایونت",
};

/** Keys of lists of events. */
export const CONTAINER_KEYS = new Set(
  "events event eventlist eventslist items item results result data entries list records listings listing response output answer rows programs activities happenings upcomingevents allevents رویدادها رویدادهای لیسترویدادها فهرسترویدادها فهرست لیست برنامهها نتایج نتیجه دادهها ایونتها موارد مراسم graph itemlistelement eventsdata".split(
    " ",
  ),
);

/** Language words within a key: title_fa, persianTitle, عنوان فارسی, description (English). */
export const LANGUAGE_WORDS: Record<string, "fa" | "en"> = {
  fa: "fa",
  fas: "fa",
  per: "fa",

  farsi: "fa",
  persian: "fa",
  "fa-ir": "fa",
  فارسی: "fa",
  en: "en",
  eng: "en",
  english: "en",
  انگلیسی: "en",
};

/** Jalali words within a key: event_date_shamsi, end date (Jalali). */
export const JALALI_WORDS = new Set(
  "jalali shamsi persian solar hijri khorshidi شمسی جلالی خورشیدی".split(" "),
);

/** Units within the key of a price: price_toman, قیمت (تومان), cost_usd. */
export const UNIT_WORDS = new Set(
  "toman tomans تومان تومن rial rials irr irt ریال usd cad gbp eur aed aud try sek dkk nok".split(
    " ",
  ),
);
