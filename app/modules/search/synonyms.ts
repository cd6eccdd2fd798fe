import { searchKey } from "../../lib/search-text";
import { stem } from "./stem";

/**
 * Words that people use for the same thing, in and across the languages. What stands before the tilde means the
 * same; what stands behind it is near: asking for the former finds the latter too, but not the other way round.
 * A phrase with spaces is found where all its words are; one joined by a hyphen or ZWNJ as one word.
 */
const TABLE: readonly string[] = [
  // Stage
  "theater, theatre, تئاتر, تیاتر, نمایش ~ play, نمایشنامه, drama, تماشاخانه, performance, اجرا, puppet, عروسکی",
  "play, نمایشنامه, stage play ~ theater, theatre, تئاتر, drama",
  "drama, درام, tragedy, تراژدی ~ theater, theatre, تئاتر",
  "puppet, puppetry, marionette, puppet show, puppet theater, puppet theatre, عروسکی, نمایش عروسکی, تئاتر عروسکی, خیمه‌شب‌بازی, سایه‌بازی ~ عروسک, shadow play",
  "actor, actress, acting, بازیگر, بازیگری ~ theater, تئاتر",
  "performance, اجرا, پرفورمنس ~ show, theater, تئاتر",
  "monologue, مونولوگ, تک‌گویی",
  "improv, improvisation, improvised, بداهه, بداهه‌نوازی",
  "opera, اپرا",
  "ballet, باله ~ dance, رقص",
  "circus, سیرک",
  "magic, magician, شعبده, شعبده‌بازی",
  "siah-bazi, siahbazi, سیاه‌بازی, takht-e-hozi, تخت‌حوضی",
  "naqqali, naghali, naghghali, نقالی, نقال, پرده‌خوانی ~ storytelling, قصه‌گویی, shahnameh, شاهنامه",
  "playback theatre, playback theater, تئاتر پلی‌بک",
  "street theatre, street theater, تئاتر خیابانی, نمایش خیابانی",
  "comedy, کمدی, humor, humour, طنز, funny, خنده‌دار ~ stand-up, standup, استندآپ, jokes, شوخی, خنده, improv",
  "stand-up, standup, stand up, stand-up comedy, standup comedy, استندآپ, استندآپ کمدی, استند آپ, استنداپ ~ comedy, کمدی, comedian, طنز",
  "joke, laugh, laughter, شوخی, خنده, جوک ~ comedy, کمدی, stand-up, طنز",
  "comedian, کمدین ~ comedy, کمدی, stand-up, استندآپ",
  "open mic, open mike, open microphone, میکروفون باز, اپن‌مایک ~ open stage, spoken word",
  // Music
  "music, موسیقی, موزیک, musical, اهنگ ~ concert, کنسرت, orchestra, ارکستر, song, ترانه, اواز",
  "concert, کنسرت, live music, موسیقی زنده, اجرای زنده, gig, live show ~ recital, رسیتال, music, موسیقی",
  "recital, رسیتال, تک‌نوازی ~ concert, کنسرت",
  "orchestra, ارکستر, symphony, سمفونی, سمفونیک, philharmonic, philharmonia, فیلارمونیک, فیلارمونیا ~ classical, کلاسیک",
  "classical music, موسیقی کلاسیک ~ orchestra, ارکستر, chamber, مجلسی, piano, پیانو, symphony, recital",
  "chamber music, موسیقی مجلسی",
  "traditional music, traditional persian music, classical persian music, persian classical music, موسیقی سنتی, موسیقی ایرانی, موسیقی اصیل, موسیقی دستگاهی, persian music, iranian music ~ dastgah, دستگاه, radif, ردیف, maqam, مقام, setar, سه‌تار, tar, تار, santur, سنتور, ney, kamancheh, کمانچه, tombak, تنبک, اواز",
  "folk music, folklore, فولکلور, فولک, موسیقی محلی, موسیقی نواحی, موسیقی مقامی, regional music ~ folk songs, dotar, دوتار, tanbur, تنبور",
  "setar, sehtar, سه‌تار, سه تار",
  "tar, تار",
  "santur, santoor, santour, سنتور",
  "kamancheh, kamanche, kamancha, کمانچه, gyjak, ghijak, قیچک",
  "daf, دف, دف‌نوازی ~ percussion, کوبه‌ای",
  "tombak, tonbak, zarb, تمبک, تنبک, ضرب ~ percussion, کوبه‌ای",
  "percussion, drum, drumming, drums, کوبه‌ای, طبل, درام‌نوازی, سازهای کوبه‌ای ~ daf, دف, dammam, damam, دمام, tombak, تنبک, sinj, سنج",
  "ney, نی ~ flute, فلوت",
  "flute, فلوت ~ ney",
  "neyanban, ney-anban, نی‌انبان ~ bushehr",
  "dotar, دوتار, dutar",
  "tanbur, tanbour, tambur, تنبور",
  "oud, ud, عود, barbat, بربط",
  "qanun, qanoon, kanun, قانون",
  "saz, ساز ~ ashiq, عاشیق",
  "ashiq, ashik, ashugh, عاشیق",
  "piano, پیانو",
  "cello, violoncello, ویولنسل, ویلنسل",
  "violin, ویولن, ویلن, fiddle",
  "guitar, گیتار",
  "instrument, ساز, نوازندگی, سازها",
  "jazz, جز, جاز",
  "rock, راک",
  "fusion, تلفیقی, موسیقی تلفیقی",
  "pop music, pop, پاپ",
  "hip-hop, hiphop, rap, رپ, هیپ‌هاپ",
  "electronic, electronica, الکترونیک, electronic music, موسیقی الکترونیک ~ techno, تکنو, ambient, امبینت, dj",
  "dj, دی‌جی, club night ~ electronic, الکترونیک, party",
  "choir, choral, chorus, کر, گروه کر, هم‌خوانی, همسرایان",
  "song, singing, ترانه, تصنیف, اهنگ ~ vocal, اواز, avaz, sing, خوانندگی",
  "singer, vocalist, خواننده, اوازخوان, خوانندگی ~ avaz, اواز, choir, vocal",
  "avaz, اواز, اوازخوانی, vocal ~ singing",
  "band, گروه موسیقی",
  "film music, soundtrack, movie music, موسیقی فیلم, موسیقی متن",
  "vinyl, صفحه گرامافون, صفحه‌گوشی",
  "sufi, صوفی, صوفیانه, sama, سماع, عرفانی, mystic, mysticism, عرفان ~ rumi, مولانا",
  "lullaby, لالایی",
  "maqam, مقام, مقامی",
  "masterclass, master class, مسترکلاس ~ workshop, کارگاه",
  // Dance and night
  "dance, dancing, dancer, رقص, رقصنده, حرکات موزون, رقص و حرکت ~ ball, ballet, folk dance",
  "folk dance, رقص محلی, رقص فولکلور, حرکات ایینی, ritual movement ~ halparke, lezgi, لزگی",
  "ball, ballroom, gala, مجلس رقص",
  "nightlife, شب‌گردی, شبگردی, night out ~ club, dj, party, late night",
  "party, پارتی, مهمانی, جشن ~ club, dj, nightlife",
  "club, کلوب, کلاب, باشگاه",
  // Film
  "film, movie, cinema, سینما, فیلم, سینمایی ~ screening, اکران, نمایش فیلم",
  "movie screening, film screening, screening, نمایش فیلم, اکران ~ film, فیلم, cinema, سینما",
  "short film, فیلم کوتاه",
  "documentary, documentaries, مستند, فیلم مستند, doc",
  "animation, animated, cartoon, انیمیشن, پویانمایی, کارتون",
  "film festival, جشنواره فیلم",
  "director, filmmaker, filmmaking, کارگردان, فیلم‌ساز, فیلمسازی",
  "open air, open-air, openair, روباز, فضای باز, هوای باز, outdoor",
  "open-air cinema, outdoor cinema, outdoor movie, سینمای روباز, سینما روباز",
  "premiere, نخستین نمایش, رونمایی ~ launch",
  // Literature
  "poetry, poem, poet, verse, شعر, شاعر, شاعران, شعرا, اشعار, شعرخوانی, سروده ~ ghazal, غزل, شب شعر, poetry night, rubaiyat, رباعی, دوبیتی",
  "ghazal, غزل",
  "rubaiyat, ruba'i, quatrain, رباعی, رباعیات",
  "literature, literary, ادبیات, ادبی ~ poetry, شعر, novel, رمان, book, کتاب, داستان, short stories",
  "book, کتاب ~ novel, رمان, reading, publishing, نشر, ناشر",
  "book club, reading club, reading circle, reading group, باشگاه کتاب, باشگاه کتاب‌خوانی, حلقه کتاب‌خوانی, کتاب‌خوانی, کتابخوانی ~ book, reading",
  "book fair, book market, book festival, نمایشگاه کتاب, بازار کتاب ~ second-hand books",
  "book launch, رونمایی کتاب, رونمایی رمان, جشن امضا, book signing",
  "novel, fiction, رمان ~ story, داستان, author, نویسنده",
  "short story, short stories, داستان کوتاه",
  "story, داستان, قصه, حکایت ~ storytelling, قصه‌گویی",
  "storytelling, storyteller, story time, storytime, قصه‌گویی, قصه‌گو, داستان‌گویی, قصه‌خوانی ~ story, قصه, naqqali, نقالی, monologue",
  "writer, author, writing, novelist, نویسنده, نویسندگی, نگارش, نویسندگان",
  "translation, translator, translate, ترجمه, مترجم",
  "publisher, publishing, ناشر, انتشارات, نشر",
  "reading, خوانش, مطالعه ~ book, کتاب",
  "hafez, hafiz, حافظ, حافظیه, hafezieh ~ حافظ‌خوانی",
  "saadi, sadi, sa'di, سعدی, سعدیه, saadieh ~ golestan, گلستان",
  "rumi, mowlana, molana, mevlana, مولانا, مولوی, مثنوی, masnavi ~ sama, سماع, sufi",
  "khayyam, omar khayyam, خیام, خیام‌خوانی ~ rubaiyat, رباعیات",
  "ferdowsi, firdausi, ferdosi, فردوسی ~ shahnameh, شاهنامه",
  "shahnameh, shahname, shahnama, شاهنامه, book of kings, شاهنامه‌خوانی ~ ferdowsi, فردوسی, naqqali, نقالی",
  "sohrab sepehri, سهراب سپهری, سهراب",
  "forugh, forough, فروغ, فروغ فرخزاد",
  "fal, فال, fal-e-hafez, فال حافظ, divination, fortune telling",
  "library, کتابخانه",
  "bilingual, دوزبانه",
  // Visual arts and crafts
  "art, هنر, هنری, arts, artwork ~ painting, نقاشی, gallery, گالری, exhibition, artist, هنرمند",
  "artist, هنرمند, هنرمندان",
  "exhibition, exhibit, expo, نمایشگاه, نگارخانه ~ gallery, گالری, museum, موزه, show",
  "art exhibition, نمایشگاه هنر, نمایشگاه هنری, نمایشگاه نقاشی, نمایشگاه اثار ~ gallery, گالری, art, هنر",
  "gallery, گالری, نگارخانه, art exhibition, نمایشگاه هنر ~ exhibition, نمایشگاه, art, هنر",
  "fair, expo, نمایشگاه, بازارچه ~ market, festival",
  "museum, موزه, موزه‌گردی",
  "contemporary art, modern art, هنر معاصر, هنرهای معاصر, هنر مدرن",
  "painting, painter, paint, نقاشی, نقاش, watercolor, watercolour, ابرنگ ~ miniature, نگارگری, illustration",
  "miniature, نگارگری, مینیاتور, negargari ~ painting, نقاشی, tazhib, تذهیب",
  "drawing, sketch, sketching, طراحی",
  "tazhib, illumination, تذهیب ~ miniature, نگارگری, gilding",
  "calligraphy, calligrapher, خوشنویسی, خوش‌نویسی, خطاطی, خوشنویس, خطاط ~ nastaliq, نستعلیق, shekasteh, شکسته, نقاشی‌خط, calligraffiti",
  "nastaliq, nastaligh, nastaleeq, نستعلیق ~ calligraphy, خوشنویسی",
  "typography, تایپوگرافی, font, typeface, lettering ~ poster, graphic design, calligraphy",
  "graphic design, graphic, گرافیک, طراحی گرافیک ~ poster, typography",
  "poster, پوستر",
  "photography, photo, photograph, photographer, photos, عکاسی, عکاس, عکس, عکاسان ~ photo walk, camera, دوربین",
  "sculpture, sculptor, statue, مجسمه, مجسمه‌سازی, تندیس",
  "pottery, ceramic, ceramics, clay, potter, سفال, سفالگری, سرامیک, سفالگر ~ glaze, لعاب, tile, کاشی",
  "tile, tiling, tiles, کاشی, کاشی‌کاری ~ ceramics",
  "architecture, architect, architectural, معماری, معمار ~ historic houses, خانه‌های تاریخی",
  "handicraft, handicrafts, craft, crafts, artisan, handmade, صنایع‌دستی, صنایع دستی, دست‌سازه, دستساز, کاردستی ~ weaving, pottery, embroidery, khatam, خاتم, enamel, میناکاری",
  "carpet, rug, rugs, فرش, قالی, قالیچه, قالیبافی, فرشبافی ~ gabbeh, گبه, kilim, گلیم",
  "gabbeh, گبه, گبه‌بافی, kilim, گلیم ~ weaving, carpet, فرش",
  "weaving, weave, weaver, weavers, بافندگی, بافت, بافی, بافنده ~ loom, gabbeh, گبه, termeh, ترمه, ترمه‌بافی, گبه‌بافی, زری‌بافی, brocade, carpet, textile",
  "textile, fabric, cloth, پارچه, نساجی, منسوجات ~ weaving, brocade, velvet, termeh, ترمه, silk",
  "embroidery, needlework, sewing, tailoring, گلدوزی, سوزن‌دوزی, خیاطی, پته‌دوزی, pateh, پته ~ thread, tailor",
  "termeh, ترمه, ترمه‌بافی ~ weaving, silk",
  "velvet, مخمل",
  "silk, ابریشم",
  "jewelry, jewellery, jeweller, gemstone, gemstones, جواهر, جواهرسازی, زیورالات, سنگ قیمتی, gems ~ turquoise, فیروزه, ring, انگشتر",
  "turquoise, firoozeh, فیروزه",
  "enamel, مینا, میناکاری, minakari",
  "khatam, خاتم, خاتم‌کاری",
  "metalwork, قلم‌زنی, مسگری",
  "design, designer, طراحی, طراح, دیزاین",
  // Food
  "food, غذا, خوراک, cuisine, culinary, خوراکی ~ cooking, اشپزی, dinner, dish, restaurant, street food",
  "cooking, cook, cookery, chef, culinary, اشپزی, اشپز, پخت‌وپز ~ food, غذا, baking, kitchen, اشپزخانه, cook-off",
  "street food, food truck, غذای خیابانی, food stalls",
  "local food, regional food, local cuisine, غذای محلی, غذاهای محلی",
  "seafood, fish, غذای دریایی, غذاهای دریایی, ماهی",
  "dinner, supper, شام, supper club ~ meal",
  "breakfast, brunch, صبحانه, برانچ",
  "lunch, ناهار, نهار",
  "baking, bake, bakery, baker, pastry, pastries, شیرینی‌پزی, شیرینی‌پزان, نانوایی, نان‌پزی ~ شیرینی, bread, نان, cookie, کلوچه, cake, baklava",
  "sweets, sweet, dessert, desserts, confectionery, candy, شیرینی, شیرینی‌جات, دسر ~ pastry, baklava, باقلوا, gaz, گز, sohan, سوهان, قطاب, cookie",
  "cake, کیک ~ pastry, شیرینی",
  "cookie, biscuit, کلوچه, kolucheh, بیسکویت",
  "bread, نان",
  "baklava, باقلوا",
  "gaz, گز",
  "sohan, سوهان",
  "coffee, cafe, قهوه, کافه, barista, باریستا, espresso",
  "tea, chai, چای, چایی, karak",
  "saffron, زعفران",
  "honey, عسل ~ beekeeping, زنبورداری",
  "date palm, dates, خرما, نخل",
  "grape, grapes, انگور",
  "citrus, orange, مرکبات, پرتقال",
  "rosewater, rose water, گلاب, گلاب‌گیری, golab ~ rose, گل سرخ",
  "pomegranate, انار",
  "orange blossom, بهارنارنج, بهار نارنج",
  "ash, اش, soup, سوپ",
  "rice, برنج, پلو, tahdig, ته‌دیگ",
  "kebab, kabab, کباب",
  "kofta, koofteh, کوفته",
  "faloodeh, faludeh, فالوده",
  "beryani, biryani, بریانی, بریان",
  "ice cream, بستنی",
  "vegan, vegetarian, گیاه‌خواری, وگان",
  "harvest, برداشت ~ farmers",
  "farmers market, بازار کشاورزان ~ harvest, growers, کشاورز",
  "market, bazaar, bazar, fair, بازار, بازارچه",
  "flea market, second-hand, second hand, دست دوم, دست‌دوم ~ bazaar, بازارچه, fair, market",
  // Festivals and calendar
  "festival, fest, جشنواره, فستیوال ~ جشن, celebration, fair",
  "celebration, celebrate, جشن ~ festival, جشنواره, party",
  "nowruz, norooz, nowrooz, noruz, norouz, navroz, nawruz, newroz, nowrouz, نوروز, persian new year, iranian new year, سال نو, عید نوروز, عید ~ haft-sin, هفت‌سین, chaharshanbe suri, چهارشنبه‌سوری, sizdah bedar, سیزده‌به‌در, spring",
  "new year, سال نو ~ nowruz, نوروز",
  "chaharshanbe suri, charshanbe suri, chaharshanbeh soori, chaharshanbesuri, چهارشنبه‌سوری, چهارشنبه سوری, fire festival, جشن اتش, red wednesday ~ nowruz, نوروز, bonfire",
  "sizdah bedar, sizdah be dar, sizdahbedar, 13 bedar, سیزده‌به‌در, سیزده بدر, سیزده به در ~ picnic, nowruz",
  "haft-sin, haft sin, haft-seen, haft seen, haftsin, هفت‌سین ~ nowruz, نوروز",
  "yalda, shab-e-yalda, shab e yalda, یلدا, شب یلدا, شب چله, winter solstice, longest night",
  "mehregan, mehrgan, مهرگان",
  "sadeh, جشن سده",
  "ramadan, ramazan, رمضان, iftar, افطار",
  "christmas, کریسمس",
  "valentine, ولنتاین",
  "spring, بهار, بهاری",
  "summer, تابستان, تابستانی",
  "autumn, پاییز, پاییزی",
  "fall ~ autumn, پاییز",
  "winter, زمستان, زمستانی",
  "snow, برف ~ winter",
  // Children and family
  "kids, kid, child, children, کودک, کودکان, بچه, بچه‌ها, toddler, خردسال, خردسالان ~ family, خانوادگی, خانواده, نوجوان",
  "family, families, خانواده, خانوادگی ~ kids, children, کودک",
  "parent, parents, parenting, mother, father, والدین, پدر و مادر, مادر, پدر ~ family",
  "teen, teens, teenager, teenagers, youth, نوجوان, نوجوانان ~ جوان, جوانان, student",
  "young, youth, جوان, جوانان",
  "student, students, pupil, دانشجو, دانشجویی, دانش‌اموز, دانش‌اموزی",
  "women, woman, ladies, female, زن, زنان, بانو, بانوان, خانم, خانم‌ها",
  "toy, toys, اسباب‌بازی",
  "baby, babies, نوزاد",
  // Learning
  "workshop, workshops, کارگاه, ورکشاپ ~ class, کلاس, masterclass, مسترکلاس, course, دوره, hands-on",
  "class, course, کلاس, دوره ~ workshop, کارگاه, masterclass, lesson",
  "lesson, training, درس, اموزش ~ class, workshop, education",
  "education, educational, learning, اموزش, اموزشی, یادگیری ~ class, course, workshop, کلاس",
  "talk, lecture, speech, سخنرانی, گفتار, speaker ~ panel, seminar, گفت‌وگو, نشست, سمینار",
  "conversation, discussion, dialogue, گفت‌وگو, گفتگو, گفت و گو, مکالمه ~ talk, debate",
  "seminar, conference, symposium, summit, forum, همایش, سمینار, کنفرانس, نشست ~ talk, panel",
  "panel, میزگرد, پنل ~ talk",
  "webinar, وبینار",
  "language, زبان ~ language exchange",
  "language exchange, تبادل زبان ~ english, conversation",
  "english, انگلیسی",
  "persian, farsi, فارسی",
  "german, المانی",
  "french, فرانسوی, فرانسه",
  "turkish, ترکی ~ azeri, اذری",
  "azeri, azerbaijani, اذری, اذربایجانی ~ turkish",
  "kurdish, kurd, کردی, کرد",
  "gilaki, گیلکی",
  "mazandarani, tabari, مازندرانی, مازنی, طبری",
  "lori, luri, لری, لر",
  "turkmen, ترکمن, ترکمنی",
  "qashqai, قشقایی, قشقایی‌ها",
  "bakhtiari, بختیاری",
  "baluchi, بلوچی, بلوچ",
  "nomad, nomads, nomadic, عشایر, عشایری ~ ایل, کوچ, tribe, black tent",
  "iranian, iran, ایرانی, ایران ~ persian",
  "school, مدرسه, مدارس ~ student",
  "university, college, دانشگاه",
  "exam, کنکور, ازمون",
  "history, historical, historic, تاریخ, تاریخی ~ heritage, میراث, archaeology, old",
  "heritage, میراث, میراث فرهنگی ~ history, tradition",
  "tradition, traditional, سنت, سنتی ~ heritage, folk",
  "archaeology, archeology, archaeological, باستان‌شناسی ~ ancient, history",
  "science, علم, علمی, علوم ~ astronomy, نجوم",
  "astronomy, astronomer, stargazing, star gazing, star party, stars, telescope, نجوم, اخترشناسی, رصد, ستاره‌شناسی, رصد ستارگان, ستاره, تلسکوپ, رصدخانه, observatory ~ sky, اسمان, planet",
  "geology, geopark, ژئوپارک, زمین‌شناسی, زمین‌گردشگری",
  "philosophy, فلسفه",
  "psychology, psychologist, روان‌شناسی, روانشناسی, روانشناس ~ mental health, سلامت روان",
  // Technology and work
  "technology, tech, فناوری, تکنولوژی, فن‌اوری ~ software, startup, programming",
  "programming, programmer, coding, coder, developer, developers, software, software development, web development, برنامه‌نویسی, برنامه‌نویس, توسعه‌دهنده, کدنویسی, نرم‌افزار ~ javascript, web, hackathon, python, machine learning, technology, فناوری",
  "javascript, js, جاوااسکریپت, جاوا اسکریپت ~ web development, frontend",
  "web, website, وب ~ web design, طراحی وب",
  "web design, طراحی وب, طراحی سایت",
  "ux, ui, user experience, product design, تجربه کاربری, طراحی محصول",
  "artificial intelligence, ai, machine learning, deep learning, هوش مصنوعی, یادگیری ماشین, llm, data science, علم داده ~ nlp, data, داده",
  "nlp, language technology, فناوری زبان, پردازش زبان",
  "data, open data, داده, داده‌ها, big data",
  "cloud, devops, kubernetes, ابری ~ backend, infrastructure",
  "robot, robotics, robots, رباتیک, ربات, روبات, روباتیک ~ arduino, electronics",
  "electronics, arduino, الکترونیک, اردوینو ~ maker, robotics, رباتیک",
  "maker, makers, makerspace, سازنده",
  "startup, start-up, startups, استارتاپ, استارت‌اپ, استارتاپی ~ founder, بنیان‌گذار, entrepreneur, کارافرین, کارافرینی, pitch",
  "startup weekend, استارتاپ ویکند",
  "founder, founders, بنیان‌گذار, بنیانگذاران ~ startup, استارتاپ, entrepreneur, کارافرین",
  "entrepreneur, entrepreneurship, entrepreneurs, کارافرین, کارافرینی, کارافرینان ~ startup, founder, business",
  "investor, investment, سرمایه‌گذار, سرمایه‌گذاری ~ founder, demo day",
  "pitch, demo day, demo, دمو",
  "hackathon, hack, هکاتون ~ coding, game jam",
  "fintech, payments, payment, فین‌تک, پرداخت",
  "blockchain, crypto, بلاکچین, رمزارز",
  "business, کسب‌وکار, کسب و کار, تجارت, بازرگانی, بیزنس ~ startup, entrepreneur, trade",
  "trade, export, صادرات, بازرگانی, تجارت",
  "marketing, branding, بازاریابی, برندسازی, برند",
  "networking, شبکه‌سازی, نتورکینگ ~ meetup, mixer, professionals",
  "meetup, meet-up, gathering, get-together, میتاپ, گردهمایی, دورهمی ~ community, networking",
  "community, دورهمی, اجتماع, جامعه ~ gathering, neighbours",
  "job, jobs, career, careers, employment, hiring, recruitment, job fair, شغل, استخدام, کاریابی, نمایشگاه کار ~ resume, رزومه, mentoring",
  "freelance, freelancer, freelancers, فریلنسر, فریلنسرها, دورکاری",
  "mentor, mentoring, mentorship, منتور, مربی",
  "immigrant, immigrants, immigration, migration, newcomer, newcomers, expat, expats, diaspora, مهاجر, مهاجران, مهاجرت, تازه‌واردان ~ residence, settlement, اقامت",
  "refugee, refugees, پناهنده, پناهجو, پناهجویان",
  "volunteer, volunteers, volunteering, داوطلب, داوطلبانه, داوطلبان ~ charity, خیریه",
  "charity, fundraiser, fundraising, donation, خیریه, نیکوکاری, خیرین, کمک‌رسانی ~ volunteer, داوطلب, اهدا",
  "blood donation, donate blood, اهدای خون ~ donation",
  "environment, environmental, ecology, climate, محیط زیست, محیط‌زیست ~ cleanup, پاک‌سازی, nature, طبیعت",
  "cleanup, clean-up, clean up, پاک‌سازی, پاکسازی ~ volunteers",
  // Games
  "game, gaming, games, بازی, گیم ~ board games, video games, game dev",
  "board game, board games, tabletop, boardgame, بازی رومیزی, بردگیم, بازی فکری, بازی‌های رومیزی ~ backgammon, تخته‌نرد",
  "video game, video games, computer game, بازی ویدیویی, بازی رایانه‌ای, بازی کامپیوتری ~ gaming, indie games, game dev",
  "game development, game dev, gamedev, indie games, game design, بازی‌سازی, بازی‌ساز ~ game jam, unity",
  "game jam, گیم‌جم, گیم جم",
  "chess, شطرنج",
  "backgammon, تخته‌نرد, تخته نرد",
  "quiz, trivia, مسابقه اطلاعات, کوییز",
  "mafia, مافیا",
  "puzzle, معما, پازل",
  "competition, contest, championship, tournament, cup, مسابقه, مسابقات, جام, تورنمنت, قهرمانی, رقابت",
  // Sport and health
  "sport, sports, athletics, ورزش, ورزشی ~ tournament, fitness",
  "دو ~ running, run, race, دویدن",
  "running, run, runner, jogging, marathon, race, دویدن, دوندگی, ماراتن, دو همگانی ~ 10k, 5k",
  "football, soccer, فوتبال ~ futsal, فوتسال",
  "futsal, فوتسال ~ football, فوتبال",
  "basketball, بسکتبال",
  "volleyball, والیبال",
  "wrestling, کشتی, گیله‌مردی",
  "polo, چوگان, chogan",
  "tennis, تنیس",
  "swimming, swim, شنا",
  "diving, scuba, غواصی",
  "climbing, سنگ‌نوردی, صخره‌نوردی",
  "skiing, ski, اسکی",
  "cycling, bicycle, bike, biking, bike ride, دوچرخه, دوچرخه‌سواری, رکاب‌زنی",
  "horse, horses, riding, اسب, اسب‌سواری, سوارکاری",
  "zurkhaneh, zoorkhaneh, زورخانه, pahlavani, پهلوانی",
  "fitness, gym, exercise, workout, نرمش, تناسب اندام, بدنسازی ~ yoga, یوگا",
  "yoga, یوگا ~ meditation, مدیتیشن",
  "meditation, mindfulness, مدیتیشن, مراقبه, ذهن‌اگاهی ~ yoga, breathing",
  "health, healthy, wellness, wellbeing, سلامت, سلامتی, تندرستی, بهداشت ~ medical, درمان",
  "mental health, anxiety, سلامت روان, اضطراب ~ psychology",
  "first aid, کمک‌های اولیه, emergency",
  "medicine, medical, doctor, پزشکی, پزشک, طب, درمان",
  "walking, walk, stroll, پیاده‌روی, قدم زدن ~ hike, walking tour, تور پیاده",
  "hiking, hike, trekking, trek, mountaineering, mountain climbing, کوهنوردی, کوه‌نوردی, کوهپیمایی, کوه‌پیمایی ~ طبیعت‌گردی, outdoors, mountain, کوه, walk, پیاده‌روی, trail",
  "mountain, mountains, کوه, کوهستان ~ hike, کوهنوردی",
  "nature, outdoors, outdoor, طبیعت, طبیعت‌گردی ~ hiking, park, garden, forest",
  "street, خیابانی",
  "forest, woods, جنگل",
  "desert, کویر, بیابان, صحرا",
  "sea, beach, ocean, coast, دریا, ساحل, ساحلی",
  "lake, دریاچه",
  "river, رودخانه",
  "رود ~ river, رودخانه",
  "island, جزیره",
  "park, پارک, بوستان",
  "garden, gardens, باغ, باغچه",
  "bridge, پل",
  "tower, برج",
  "palace, کاخ",
  "castle, citadel, قلعه, ارگ",
  "square, plaza, میدان",
  "hall, تالار, سالن",
  "cultural center, cultural centre, فرهنگسرا, مرکز فرهنگی",
  "tomb, mausoleum, shrine, ارامگاه, مقبره",
  "caravanserai, کاروانسرا, سرا",
  "bathhouse, hammam, حمام",
  "camping, camp, campsite, کمپ, کمپینگ, چادر, اردو ~ overnight, desert",
  "picnic, picnics, پیک‌نیک, پیکنیک ~ sizdah bedar",
  "bird, birds, birdwatching, bird watching, birding, پرنده, پرنده‌نگری, پرندگان",
  "animal, animals, حیوان, حیوانات, pets",
  "flower, flowers, plants, plant, gardening, گل, گیاه, گل و گیاه, باغبانی",
  "tour, tours, guided tour, sightseeing, تور, گشت, گردش, بازدید ~ walk, guide, راهنما",
  "walking tour, city tour, city walk, تور پیاده, تور شهری, شهرگردی, پیاده‌گردی ~ walk, tour, پیاده‌روی",
  "travel, tourism, سفر, گردشگری, trip ~ tour",
  "sunrise, طلوع",
  "sunset, غروب",
  "ماه ~ moon",
  "moon ~ ماه",
  "water, اب",
  "qanat, kariz, قنات, کاریز",
  "fire, اتش",
  "fashion, مد, پوشاک, لباس, clothing, clothes, style, مد و لباس, dress, apparel ~ textile, طراحی لباس, designers",
  "dress, costume, لباس محلی, لباس سنتی ~ لباس, fashion",
  "taarof, tarof, تعارف",
  "persian culture, iranian culture, فرهنگ ایرانی, فرهنگ ایران",
  "culture, cultural, فرهنگ, فرهنگی",
  "ship, boat, boats, کشتی, قایق, لنج, lenj",
  "fishermen, fisherman, fishing, ماهیگیر, ماهیگیری, صیاد, صیادان",
  "radio, رادیو",
  "podcast, پادکست",
  "journalism, journalist, روزنامه‌نگاری, خبرنگار",
  "law, legal, lawyer, حقوق, حقوقی, وکیل, قرارداد, contract, contracts",
  "free, رایگان, مجانی",
  "online, virtual, انلاین, مجازی",
  "evening, عصر, عصرانه",
  "night, شب, شبانه",
  "morning, صبح, صبحگاهی",
  "weekend, اخر هفته, آخر هفته",
  "today, امروز",
  "tonight, امشب",
  "day, روز",
  "beginner, beginners, مبتدی, تازه‌کار, تازه‌کارها, مقدماتی",
  "launch, opening, رونمایی, افتتاحیه",
  "rural, village, villages, روستا, روستایی, روستاها",
  "oriental, شرقی, شرق",
  "south, southern, جنوب, جنوبی",
  "neighbour, neighbor, neighbours, همسایه, همسایگان",
  // Places that are no city of ours
  "germany, المان, deutschland",
  "canada, کانادا",
  "united states, usa, america, امریکا, ایالات متحده",
  "united kingdom, uk, britain, england, انگلیس, بریتانیا, انگلستان",
  "sweden, سوئد",
  "austria, اتریش",
  "turkey, turkiye, ترکیه",
  "uae, emirates, امارات",
  "qatar, قطر",
  "tajikistan, تاجیکستان",
  "australia, استرالیا",
  "japan, ژاپن",
  "netherlands, holland, هلند",
  "denmark, دانمارک",
  "france, فرانسه",
  "afghanistan, افغانستان, afghan, افغان",
  "azerbaijan, اذربایجان",
  "kurdistan, کردستان ~ kurdish, کردی",
  "gilan, گیلان ~ gilaki, گیلکی",
  "mazandaran, مازندران",
  "khorasan, خراسان",
  "fars, فارس",
  "khuzestan, خوزستان",
  "hormozgan, هرمزگان",
  "lorestan, لرستان",
  "persian gulf, خلیج فارس",
  "caspian, خزر, کاسپین",
  "damavand, دماوند",
];

export interface Expansion {
  /** Each alternative is words that must all be there. */
  same: readonly (readonly string[])[];
  near: readonly (readonly string[])[];
}

interface Group {
  same: string[][];
  near: string[][];
}

const JOINED = /[-\u200c]/;

/** How a phrase of the table is looked for: split at its spaces, each part joined. */
function wordsOf(phrase: string): string[] {
  return phrase
    .split(" ")
    .map((part) => (JOINED.test(part) ? searchKey(part).replaceAll(" ", "") : searchKey(part)))
    .filter(Boolean);
}

/** Joined, so that سه تار, سه‌تار and سهتار are one key. */
const keyOf = (words: readonly string[]) => words.join("");
const stemKeyOf = (words: readonly string[]) => words.map(stem).join("");

interface Table {
  groups: Group[];
  byKey: Map<string, number[]>;
  /** Most words that a phrase of the table has, however it is written. */
  longest: number;
}

function readTable(): Table {
  const groups: Group[] = [];
  const byKey = new Map<string, number[]>();
  let longest = 1;
  for (const line of TABLE) {
    const [same = "", near = ""] = line.split("~");
    const list = (text: string) =>
      text
        .split(",")
        .map(wordsOf)
        .filter((words) => words.length > 0);
    const group = { same: list(same), near: list(near) };
    const index = groups.push(group) - 1;
    for (const phrase of same.split(",")) {
      const joined = wordsOf(phrase);
      const split = searchKey(phrase).split(" ");
      longest = Math.max(longest, split.length);
      for (const key of new Set([keyOf(joined), stemKeyOf(joined), stemKeyOf(split)])) {
        const known = byKey.get(key);
        if (!known) byKey.set(key, [index]);
        else if (!known.includes(index)) known.push(index);
      }
    }
  }
  return { groups, byKey, longest };
}

let table: Table | undefined;

/** Words that a phrase of the table can have; longer ones need not be looked up. */
export function longestPhrase(): number {
  table ??= readTable();
  return table.longest;
}

/** What else to look for with these folded words, or null where the table does not know them. */
export function findSynonyms(words: readonly string[]): Expansion | null {
  table ??= readTable();
  const { groups, byKey } = table;
  const found = [...new Set([...(byKey.get(keyOf(words)) ?? []), ...(byKey.get(stemKeyOf(words)) ?? [])])];
  if (found.length === 0) return null;
  const seen = new Set([words.join(" ")]);
  const collect = (kind: keyof Group) =>
    found
      .flatMap((index) => groups[index]?.[kind] ?? [])
      .filter((alternative) => {
        const key = alternative.join(" ");
        return !seen.has(key) && seen.add(key);
      });
  return { same: collect("same"), near: collect("near") };
}

let tableWords: ReadonlySet<string> | undefined;

/** Whether the table has this folded word, on either side of a tilde: it is a word, not a typing mistake. */
export function knowsWord(word: string): boolean {
  table ??= readTable();
  tableWords ??= new Set(table.groups.flatMap(({ same, near }) => [...same, ...near].flat()));
  return tableWords.has(word);
}

/** Beginnings shorter than this could become too much. */
const SHORTEST_BEGINNING = 4;
const MOST_COMPLETIONS = 12;

/** What means the same as known words that begin like this: so half a word finds events of the other language too. */
export function completePhrases(beginning: string): (readonly string[])[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  table ??= readTable();
  const begun = table.groups.filter(({ same }) => same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)));
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}
