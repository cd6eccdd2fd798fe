import type { CategoryName } from "../../../../lib/event/categories";

/** Synonyms of the categories in English and Persian, compared after `searchKey`. */
export const CATEGORY_SYNONYMS: Record<CategoryName, string> = {
  Workshop:
    "workshop,arts and crafts,crafts,masterclass,master class,hands-on class,craft workshop,bootcamp,boot camp,کارگاه,کارگاه آموزشی,ورکشاپ,ورک شاپ,مستر کلاس,مسترکلاس,کارگاه عملی",
  "Movie Screening":
    "movie screening,film screening,screening,movie night,film night,cinema screening,documentary screening,outdoor cinema,نمایش فیلم,اکران,اکران فیلم,فیلم نمایش,پخش فیلم,اکران خصوصی,نمایش مستند",
  Festival:
    "festival,fest,fair,carnival,parade,celebration,street festival,cultural festival,جشنواره,فستیوال,جشن,کارناوال,جشنواره فرهنگی",
  Talk: "talk,lecture,lectures and talks,panel,panel discussion,discussion,speaker,seminar,keynote,q and a,conversation,debate,symposium,سخنرانی,گفتگو,گفت و گو,نشست,پنل,میزگرد,سمینار,همایش,مناظره,نشست تخصصی,گفت‌وگو و سخنرانی",
  Theater:
    "theater,theatre,play,drama,musical,opera,performance art,puppet theater,puppet show,stage,performing arts,improv theater,تئاتر,تیاتر,نمایش,نمایشنامه,نمایش تئاتر,اپرا,تئاتر موزیکال,نمایش عروسکی,هنرهای نمایشی,تعزیه,نمایشنامه خوانی,پرفورمنس",
  Community:
    "community,gathering,social,social gathering,meetup group,cultural,cultural event,culture,heritage,religious,holiday,memorial,civic,volunteer,volunteering,دورهمی,اجتماعی,گردهمایی,فرهنگی,مراسم,آیین,اجتماع,محلی,مذهبی,یلدا,نوروز",
  "Art Exhibition":
    "art exhibition,exhibition,exhibit,art,arts,gallery,gallery opening,art show,visual arts,visual art,fine art,installation,photography,photography exhibition,painting,sculpture,museum,museum exhibition,vernissage,art gallery,arts and culture,arts culture,نمایشگاه,نمایشگاه هنر,نمایشگاه هنری,نمایشگاه نقاشی,نمایشگاه عکس,گالری,هنر,هنری,هنرهای تجسمی,نقاشی,عکاسی,خوشنویسی,موزه,مجسمه سازی,چیدمان,افتتاحیه گالری",
  Concert:
    "concert,live music,gig,recital,live concert,live performance,symphony,orchestra,music concert,concerts and live music,music performance,کنسرت,موسیقی زنده,اجرای زنده,رسیتال,کنسرت موسیقی,ارکستر,اجرای موسیقی",
  Music:
    "music,musical event,jam session,jazz,classical music,classical,folk music,traditional music,world music,choir,open mic music,موسیقی,موزیک,موسیقی سنتی,موسیقی کلاسیک,آواز,موسیقی ایرانی,کر",
  Dance:
    "dance,dancing,ballet,dance performance,dance class,salsa,contemporary dance,folk dance,رقص,باله,رقص و حرکت,حرکات موزون,رقص محلی,سالسا",
  "Food & Drink":
    "food and drink,food,drink,drinks,culinary,cooking,cooking class,cuisine,dining,tasting,gastronomy,food festival,street food,brunch,wine tasting,wine,coffee,food market,خوراک و نوشیدنی,غذا,خوراک,آشپزی,غذا و نوشیدنی,خوراکی,جشنواره غذا,قهوه,رستوران,کافه",
  Sports:
    "sports,sport,running,run,marathon,football,soccer,basketball,volleyball,fitness race,race,cycling,tournament,match,martial arts,athletics,ورزش,ورزشی,مسابقه ورزشی,فوتبال,دو,ماراتن,والیبال,دوچرخه سواری,مسابقه,کشتی",
  Networking:
    "networking,networking event,mixer,professional networking,meet and greet,شبکه سازی,شبکه‌سازی,نتورکینگ,شبکه سازی حرفه ای",
  Comedy:
    "comedy,stand-up,standup,stand up,stand-up comedy,standup comedy,comedy show,improv,improv comedy,humor,کمدی,استندآپ,استند آپ,استندآپ کمدی,استند آپ کمدی,طنز,جنگ خنده",
  Film: "film,movie,movies,films,cinema,documentary,short film,short films,film festival,فیلم,سینما,سینمایی,مستند,فیلم کوتاه,جشنواره فیلم",
  Literature:
    "literature,literary,poetry,poetry reading,poetry night,reading,readings,book launch,book reading,book club,book,books,author talk,book fair,writing,storytelling,spoken word,book signing,ادبیات,ادبی,شعر,شعرخوانی,شعر خوانی,شب شعر,کتاب,کتابخوانی,کتاب خوانی,رونمایی کتاب,نقد کتاب,داستان,داستان خوانی,شاهنامه خوانی,حافظ خوانی,نمایشگاه کتاب,قصه گویی,نویسندگی",
  Technology:
    "technology,tech,hackathon,it,software,startup tech,tech talk,tech meetup,programming,coding,developer,developers,ai,artificial intelligence,data science,cybersecurity,robotics,science and technology,فناوری,تکنولوژی,هکاتون,برنامه نویسی,نرم افزار,هوش مصنوعی,فناوری اطلاعات,رباتیک,آی تی,علم و فناوری",
  Business:
    "business,entrepreneurship,startup,startups,finance,marketing,trade show,expo,investment,conference,business conference,career,job fair,کسب و کار,کسب‌وکار,کارآفرینی,استارتاپ,استارتاپی,بازاریابی,تجارت,اقتصاد,کنفرانس,نمایشگاه تجاری,سرمایه گذاری",
  "Health & Wellness":
    "health and wellness,health,wellness,wellbeing,well-being,yoga,meditation,mindfulness,fitness,pilates,mental health,self care,spa,سلامت و تندرستی,سلامت,تندرستی,یوگا,مدیتیشن,مراقبه,بهداشت,پیلاتس,سلامت روان,روانشناسی,بهزیستی",
  Fashion:
    "fashion,fashion show,style,runway,clothing,design and fashion,jewelry,beauty,مد,مد و پوشاک,مد و لباس,فشن,فشن شو,پوشاک,شوی لباس,طراحی لباس,مد و زیبایی",
  Gaming:
    "gaming,games,game,video games,esports,e-sports,board games,board game,game night,tabletop,بازی,گیم,بازی ویدیویی,بازی های ویدیویی,بازی رومیزی,بردگیم,بازی های رومیزی,ورزش الکترونیک,مافیا,گیمینگ",
  Charity:
    "charity,fundraiser,fundraising,benefit,charity event,philanthropy,nonprofit,donation drive,خیریه,نیکوکاری,بازارچه خیریه,خیرخواهانه,همیاری,امور خیریه",
  Education:
    "education,educational,course,class,classes,training,learning,webinar,science,academic,tutorial,history,language,language exchange,tour,guided tour,museum tour,آموزش,آموزشی,دوره,دوره آموزشی,کلاس,کلاس آموزشی,وبینار,علمی,علم,دانشگاهی,تور گردشگری شهری,یادگیری",
  "Kids & Family":
    "kids and family,kids,family,children,child,family friendly,family event,kids event,for kids,parents,youth,kids activities,children and family,کودک و خانواده,کودک,کودکان,خانواده,خانوادگی,کودک و نوجوان,بچه ها,نوجوان,ویژه کودکان,تئاتر کودک",
  Outdoors:
    "outdoors,outdoor,nature,hiking,hike,camping,walking tour,walk,trekking,climbing,outdoor activity,outdoor activities,outdoor recreation,adventure,garden,picnic,ecotour,طبیعت گردی,طبیعت‌گردی,طبیعت,کوهنوردی,کوه پیمایی,پیاده روی,کمپینگ,گردش,فضای باز,تور طبیعت گردی,تور,گردشگری,اکوتور,کویرگردی,پیک نیک",
  Nightlife:
    "nightlife,club,clubbing,night club,nightclub,party,parties,dj,dj night,dj set,dance party,bar,pub,karaoke,شب گردی,شب‌گردی,پارتی,کلوب,مهمانی,زندگی شبانه,دی جی,کارائوکه",
};
