import type { Theme } from "./theme.ts";

/** What is paid, sold, ordered and kept. */
export const moneyAndTrade: Theme = {
  near: `
    salary wage pay compensation remuneration; salary earning paycheck; salary annual_pay; wage pay
    income earning revenue; bonus premium reward; bonus extra_pay; commission brokerage; tip gratuity
    pension retirement_pay; allowance stipend; stipend scholarship; price cost; price rate charge; price fee
    price fare; price tariff; unit_price price_per_unit; cost expense expenditure; cost charge
    expense spending outlay; expenditure spending outlay; fee charge; fee cost; rate price; toll fee
    rent rental rental_fee; deposit downpayment down_payment; deposit security_deposit; tuition tuition_fee school_fee
    fine penalty; tax duty levy; tax vat; discount reduction rebate; discount price_cut price_reduction
    discount markdown; refund reimbursement repayment; payment payout; payment remittance; payment settlement
    payment installment; installment instalment
    payment_method payment_type way_of_payment method_of_payment means_of_payment pay_method; currency money
    cash money; coin piece; money fund; money capital; revenue turnover income proceed; revenue sale; sale turnover
    profit gain earning surplus; profit margin; margin profit_margin; loss deficit; budget funding fund
    budget financial_plan; budget spending_limit; funding grant; debt liability; debt owed_money
    balance remaining_amount; balance account_balance; asset property possession; asset wealth
    wealth fortune net_worth; market_value worth; value worth; investment capital; share stock; interest_rate interest
    loan credit borrowing; loan advance; mortgage home_loan; account bank_account; savings saving_account
    checking checking_account current_account; credit_card card; card bank_card payment_card
    transaction transfer deal; transaction dealing; transfer transmission; donation gift contribution

    product good item merchandise; product article commodity; item article; item thing object; merchandise good
    commodity good; product_name item_name; order purchase; order purchase_order; purchase acquisition buying
    order_item order_line; shopping_cart basket cart; invoice bill; bill statement; receipt slip
    quote quotation estimate; voucher coupon gift_card; coupon discount_code; gift present; ticket admission pass
    reservation booking; booking appointment; subscription membership; rental hire lease
    lease tenancy rental_agreement; shipment delivery consignment; delivery shipping dispatch; parcel package packet
    package bundle; cargo freight load; tonnage cargo_capacity; stock inventory supply
    quantity amount number_of_units; amount quantity sum; volume quantity; batch lot; supply provide; demand request
    request application; order request; offer deal; auction sale; bid offer; promotion special_offer
    warranty guarantee; insurance coverage; insurance_policy policy; policy insurance; claim demand
    claim insurance_claim; premium insurance_premium; category type kind class; category sort; category group
    kind type sort variety; type sort; genre style; style type; model version; brand make; label tag; tag keyword
    sku product_code item_code; code identifier; identifier id; serial_number number; size dimension; size measurement
    color colour hue shade tint; color coloring; material fabric substance; fabric cloth textile; shape form
    quality grade; condition state; weight mass; weight heaviness; width breadth; length extent; thickness depth
    packaging package; clothes clothing garment apparel; shoe footwear; jewelry jewel; furniture furnishing
    toy plaything; tool instrument utensil; equipment gear apparatus; machine equipment; device gadget appliance
    appliance machine; battery cell; screen display; computer pc machine; laptop notebook; phone handset smartphone
    camera photo_camera; printer printing_machine; chip processor; memory ram; storage capacity
    software program application; app application; operating_system os platform; browser web_browser
    website site web_page homepage; server host; file document; folder directory; password passcode; login sign_in
    account login; message text; link url; url web_address link; bug defect error; error fault mistake
    problem issue trouble difficulty; problem defect; defect flaw fault; fault malfunction failure
    complaint grievance; feedback comment; feedback opinion; review comment evaluation; review critique assessment
    rating score; rating star evaluation; opinion view; recommendation suggestion; question query inquiry
    answer response reply; comment remark; comment note annotation

    food dish; dish meal; meal food; dish menu_item; menu bill_of_fare; recipe formula; ingredient component
    beverage drink; wine alcoholic_drink; beer ale; juice fruit_drink; snack refreshment; dessert sweet; candy sweet
    fruit produce; vegetable veggie; grape grape_variety; cheese dairy; meat flesh; bread loaf; taste flavor
    flavor flavour; cuisine food cooking_style; calorie energy; vintage year; crop harvest; plant flower; tree plant
    seed grain; fertilizer manure; animal creature beast; livestock farm_animal; pet companion_animal; breed species
    breed race; dog hound puppy; cat kitten; horse steed; cow cattle; sheep lamb; bird fowl; insect bug; gas fuel
    fuel petrol gasoline; gas petrol; energy power; electricity power; power strength; horsepower engine_power
    water fluid; oil petroleum; salary payroll; wage payroll; pay payroll; salary emolument; bonus commission
    vehicle auto; van vehicle; lorry vehicle; quote offer; invoice statement; machine apparatus
    ingredient constituent; characteristic attribute trait; sku product; maintenance upkeep; maintenance repair
    inspection check audit; policy coverage contract; claim case; tariff plan; reading measurement; meter sensor
    fee dues; parcel shipment; package shipment; password secret; amount volume; source provenance; weapon arm
    snapshot photo; chat conversation; description particular; dog pet; cat pet; memory storage_space; memory storage
    stock inventory_quantity; card_number number_of_card; card_type type_of_card kind_of_card
    account_type type_of_account kind_of_account; account_number number_of_account; loan_type type_of_loan
    loan_amount amount_of_loan; transaction_type type_of_transaction; transaction_date date_of_transaction
    account_balance bank_balance; interest_rate rate_of_interest; credit_score credit_rating; unit_price price_each
    list_price retail_price; selling_price sale_price; wholesale_price trade_price
    shipping_cost delivery_charge shipping_fee; order_quantity quantity_ordered; order_status status_of_order
    product_type type_of_product product_category; product_description description_of_product
    number_of_items item_count; stock_level quantity_in_stock; ticket_price price_of_ticket admission_fee entrance_fee
    admission entry entrance_fee; monthly_rent monthly_rental; annual_fee yearly_fee; membership_fee dues
    gross_income gross_sales; net_income net_profit; share_price stock_price; exchange_rate conversion_rate
    purchase_date date_of_purchase; purchase_price price_paid; expiry_date use_by_date; shelf_life storage_life
    manufacture_date production_date; country_of_manufacture country_of_production made_in
    version_number release_number; screen_size display_size; operating_system os; market_price price; brand_name make
    ram working_memory; chip_model processor_model; wifi wireless_network; cpu processor; transmission gearbox
    compatibility support; accelerator booster; shipment freight; trademark brand; commodity ware; ware merchandise
    staple commodity; device_type type_of_device; memory_size memory; food_type type_of_food kind_of_food cuisine
    ingredient content; portion serving; cup mug; glass tumbler; appellation wine_region; wine_maker winery
    poultry chicken; pig hog swine; hen chicken; crop farm_product; species animal_type; size_code size
    color_code color; texture feel; odor smell; sound noise; light illumination; heat warmth; fish seafood; rice grain
    wheat grain; corn maize; tomato fruit`,
  like: `
    customer account; client account; price value; cost fee; gross total; balance money; payment transaction
    payment fee; charge bill; bill payment; fine fee; penalty fee; expense payment; money cash; income profit
    revenue money; earnings revenue; purchase buy; purchase sale; sale order; deal transaction
    transaction operation payment; transfer payment; refund return; product model; product object; product offering
    item product; item line; article product; goods item; thing item; object item; device product; service product
    service maintenance; material ingredient; component part; part piece component; element component; part element
    piece item; type style; type model; type class; class category; class level; style design; design model; form type
    format type; format form; nature type; label category; group category; classification category; category style
    make model; make manufacturer; maker brand; version edition; characteristic feature; feature attribute
    attribute property; property characteristic; trait characteristic; specification characteristic
    quality characteristic; document paper; document record; document report; file record; record entry; letter mail
    mail message; note message; description detail; detail information; information data; description summary
    content text; explanation description; status condition; status state; situation status; stage phase; stage level
    level grade; level rank; tier level; step stage; degree level; code number; code key; identifier key
    identifier number; identifier code; key id; label title; title label caption; title heading headline
    power capacity; capacity volume; volume size; scale size; size area; size magnitude; length size; strength power
    grade score; screen monitor; machine device; instrument device tool; tool equipment; gear equipment
    software system; program software; program code; app program; rent price; rent cost; hire cost; hire rental
    rental rent; stay booking; visit booking; reservation appointment; booking order; account user; profile account
    fabric material; clothes product; drink wine; liquor wine; alcohol drink; beverage wine; plant crop; produce crop
    product crop; food cuisine; meal dish; property feature; service offering; advance borrowing; request inquiry
    breakdown fault; outage incident; output production; output produced; finished completed; wine vintage
    subscription contract; genre type; finding consequence; brand release; reservation table; workout class
    workout session; charge rate; cost expense; bill receipt; invoice receipt; statement document; receipt payment
    tag type; manufacturer brand; kind category; sort type; variety category; feature facility; feature amenity
    function feature; remark description; note description; comment description; product thing; good article
    supply stock; inventory product; catalog product; earning profit; capital asset; deposit saving; value worth
    reward bonus; fund grant; fee tuition; animal pet; species breed; breed type; race breed; kind breed`,
};
