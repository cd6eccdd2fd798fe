/** Words of titles that are translated rather than transliterated, beside the synonyms of search. One thing a line. */
export const TRANSLATIONS = `
night شب شبی شبهای
evening عصر شامگاه شب
morning صبح صبحگاهی سحرگاهی
day روز روزی روزهای
winter زمستان زمستانی زمستانه
spring بهار بهاری بهاره
summer تابستان تابستانی
autumn fall پاییز پاییزی پاییزه خزان
garden باغ
house home خانه خانهی
city town شهر شهری
street خیابان
sea دریا
river رود رودخانه
mountain کوه کوهستان
rain باران
wind باد
snow برف
fire آتش
water آب
moon ماه
sun آفتاب خورشید
star stars ستاره ستارگان
tree trees درخت درختان
forest جنگل جنگلی
desert کویر بیابان
bird birds پرنده پرندگان
fish ماهی
horse اسب
cat گربه
dog سگ
wolf گرگ
fox foxes روباه
red سرخ قرمز
white سفید
black سیاه
blue آبی
green سبز
golden gold طلایی زرین طلا
silver نقره نقرهای سیمین
love عشق عاشقانه
death مرگ
life زندگی
dream dreams رویا خواب
silence سکوت خاموشی
voice voices sound صدا صدای صداهای آوا آوای
word words واژه واژهها کلمه کلمات
letter letters نامه نامهها
story stories tale داستان قصه قصهها روایت
memory memories خاطره خاطرات یاد
mirror آینه
window پنجره
door در دروازه
wall دیوار
bridge پل
road way راه جاده
journey travel سفر
time زمان
world جهان دنیا
land سرزمین
sky آسمان
earth soil زمین خاک
woman women زن زنان بانوان
man men مرد مردان
child children kids کودک کودکان بچهها
girl دختر دختران
boy پسر پسران
mother مادر مادران
father پدر
king شاه پادشاه
prince شازده شاهزاده
little small کوچک کوچولو
big great بزرگ
last آخرین واپسین
first نخستین اولین
new نو جدید تازه
old کهنه قدیمی کهن
long longest بلند بلندترین
young جوان جوانان
lost گمشده
hidden secret پنهان راز مخفی
war جنگ
peace صلح
freedom آزادی
hope امید
game games بازی بازیها
dance رقص
song songs ترانه آواز آوازهای سرود
string strings سیم سیمها زهی
bread نان
tea چای
coffee قهوه
pomegranate انار
rose گل رز
flower flowers گل گلها
cherry گیلاس آلبالو
orchard باغ
carpet rug carpets فرش قالی قالیبافی
pottery ceramics سفال سفالگری سرامیک
calligraphy خوشنویسی خطاطی
miniature نگارگری مینیاتور
painting paintings نقاشی نقاشیها
photo photography photographs عکس عکاسی عکسها
sculpture مجسمه مجسمهسازی
design طراحی
history تاریخ
philosophy فلسفه
psychology روانشناسی
health سلامت
language زبان
science علم علوم
technology tech فناوری تکنولوژی
startup استارتاپ
programming coding برنامهنویسی کدنویسی
data داده دادهها
artificial مصنوعی
intelligence هوش
bazaar market fair بازار بازارچه نمایشگاه
charity خیریه
food غذا خوراک
cooking آشپزی
bicycle bike cycling ride دوچرخه دوچرخهسواری رکابزنی
running run دو دویدن
hike hiking کوهنوردی طبیعتگردی
walk walking پیادهروی پیاده قدم
chess شطرنج
birdwatching پرندهنگری
stargazing astronomy رصد نجوم
beginners beginner مبتدی مبتدیان تازهکار تازهکارها
youth نوجوان نوجوانان جوانان
opening افتتاحیه گشایش
launch رونمایی
signing امضا
reading خوانی خوانش کتابخوانی
lecture talk سخنرانی
workshop کارگاه
meeting نشست
symposium conference همایش کنفرانس
championship قهرمانی
cup league جام لیگ
solo تکنوازی انفرادی
choir کر
women's بانوان زنان
teachers teacher معلم معلمان
poets poet شاعر شاعران
seagull مرغ
enemy دشمن
glass شیشه شیشهای
blind کور
owl بوف
candle candles شمع
earthquake زلزله
border مرز
island جزیره
gulf خلیج
southern south جنوب جنوبی
north northern شمال شمالی
east eastern شرق
west غرب
`;
